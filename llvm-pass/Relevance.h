//===- Relevance.h - which memory can neither be window nor RMA buffer --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filter (a) of DESIGN decision 5: memory that no MPI call can have been told of.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_RELEVANCE_H
#define FENCEPOST_LLVM_PASS_RELEVANCE_H

#include "llvm-pass/Bookkeeping.h"
#include "llvm-pass/LibraryCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

namespace llvm {
class AllocaInst;
class DataLayout;
class Instruction;
class Value;
} // namespace llvm

namespace fencepost::pass {

class ModuleObjects;

/// Asked before the module is changed: the checks themselves would look like escapes.
class Relevance {
public:
  /// `objects` may be null.
  Relevance(const llvm::Module &module, bool every, ModuleObjects *objects)
      : layout(module.getDataLayout()), every(every), objects(objects), code(module),
        bookkeeping(module) {}

  /// Whether an access to that address can matter to the analysis; with `every`, whether it can be
  /// told at all.
  bool matters(const llvm::Value *address);
  /// The same of a load or store, which may also say what it accesses.
  bool matters(const llvm::Instruction &access, const llvm::Value *address);
  /// Whether a library, or a file without MPI, accesses or releases there what it keeps to itself.
  /// What orders others is told in any case.
  bool isKept(const llvm::Instruction &access) {
    return !every && !access.isAtomic() && !access.isVolatile() &&
           (code.keepsToItself(access) || bookkeeping.keepsToItself(access));
  }
  /// Whether a check in a loop may be made there rather than by a call.
  bool mayBeInLine(llvm::TypeSize bytes) const { return bookkeeping.mayBeInLine(bytes); }
  /// Whether it can matter that a variable of the stack dies.
  bool endMatters(const llvm::AllocaInst &variable);

private:
  bool objectMatters(const llvm::Value *object);
  bool judge(const llvm::Value *object) const;

  const llvm::DataLayout &layout;
  bool every;
  ModuleObjects *objects;
  LibraryCode code;
  Bookkeeping bookkeeping;
  llvm::DenseMap<const llvm::Value *, bool> judged;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_RELEVANCE_H
