//===- ModuleObjects.h - what no code out of sight knows of -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all pointers of a module can come from and go to, without regard to order. Code
// out of sight, MPI among it, knows what it is passed, what lies in memory it knows, and
// what has a name that it can use. All else is memory of the module's own: no window,
// and no buffer of an operation.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_MODULEOBJECTS_H
#define FENCEPOST_LLVM_PASS_MODULEOBJECTS_H

#include "llvm-pass/ObjectClasses.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Constant;
class GlobalValue;
class GlobalVariable;
class Instruction;
class Module;
class Use;
class Value;
} // namespace llvm

namespace fencepost::pass {

class ModuleObjects {
public:
  explicit ModuleObjects(llvm::Module &module);

  /// Whether whatever the pointer points to is known to be memory of the module's own.
  bool isOwn(const llvm::Value &pointer);

  /// All functions that a call through a pointer can come to; none where that is not known.
  llvm::ArrayRef<llvm::Function *> callees(const llvm::CallBase &call);

private:
  using Class = ObjectClasses::Class;

  Class lookup(const llvm::Value &value) const;
  Class classOf(const llvm::Value &value);
  Class classOfConstant(const llvm::Constant &constant);
  Class makeClass(const llvm::GlobalValue &global);
  void flow(const llvm::Value &from, const llvm::Value &to) {
    classes.join(classOf(from), classOf(to));
  }
  void makeForeign(const llvm::Value &value) {
    classes.join(classOf(value), ObjectClasses::kForeign);
  }
  void makeContentForeign(const llvm::Value &value);

  void visitGlobals(llvm::Module &module);
  void visit(const llvm::Instruction &instruction);
  void visitAccess(const llvm::Instruction &access, const llvm::Value &pointer,
                   const llvm::Value &value);
  void visitCast(const llvm::Instruction &cast);
  bool visitIntrinsic(const llvm::CallBase &call);
  void visitCall(const llvm::CallBase &call);
  void callUnknown(const llvm::CallBase &call);
  void callKnown(const llvm::CallBase &call, llvm::Function &callee);
  void joinAll(const llvm::Instruction &instruction);
  void expose(llvm::Function &function);
  bool exposeFunctions(llvm::Module &module);
  bool callThroughPointers(bool noneKnown);

  ObjectClasses classes;
  llvm::DenseMap<const llvm::Value *, Class> known;
  llvm::DenseMap<const llvm::Function *, Class> returned;
  llvm::DenseSet<const llvm::Function *> exposed;
  llvm::SmallVector<const llvm::CallBase *, 16> throughPointers; // that are not unknown
  llvm::DenseSet<std::pair<const llvm::CallBase *, const llvm::Function *>> called;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_MODULEOBJECTS_H
