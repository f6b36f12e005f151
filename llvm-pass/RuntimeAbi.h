//===- RuntimeAbi.h - the runtime's functions as the pass calls them ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_RUNTIMEABI_H
#define FENCEPOST_LLVM_PASS_RUNTIMEABI_H

#include "model/Site.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class ArrayType;
class CallInst;
class Constant;
class DebugLoc;
class Function;
class FunctionType;
class Instruction;
class IntegerType;
class Module;
class PointerType;
class StructType;
class Value;
} // namespace llvm

namespace fencepost::pass {

/// The Entries of a module, its variable.
inline constexpr llvm::StringLiteral kEntriesName = "fencepost.entries";

/// Declares the functions of model/Abi.h in a module on first use, and mirrors its structs.
class RuntimeAbi {
public:
  explicit RuntimeAbi(llvm::Module &module);

  llvm::Function *registerModule();
  llvm::Function *access(SiteKind kind);
  void callAccess(llvm::Instruction *before, SiteKind kind, llvm::Constant *site,
                  llvm::Value *pointer, llvm::Value *bytes, const llvm::DebugLoc &location);

  llvm::Function *libraryCall();
  llvm::Function *beforeRealloc();
  llvm::Function *afterRealloc();

  /// Calls a function of the runtime before an instruction if the runtime is there.
  static void callIfLinked(llvm::Function *callee, llvm::ArrayRef<llvm::Value *> arguments,
                           llvm::Instruction *before);

  llvm::Module &module;
  llvm::PointerType *pointer;
  llvm::IntegerType *int32;
  llvm::IntegerType *int64;
  llvm::StructType *site;
  llvm::StructType *pageShadow;
  llvm::StructType *followedRange;
  llvm::ArrayType *entries;
  llvm::StructType *moduleInfo;
  llvm::StructType *notedPlaces;
  llvm::StructType *check;

  /// The same where a condition holds. Returns the call.
  static llvm::CallInst *callIf(llvm::Value *condition, llvm::Function *callee,
                                llvm::ArrayRef<llvm::Value *> arguments, llvm::Instruction *before);

private:
  llvm::Function *declare(llvm::StringRef name, unsigned integers, bool takesAddress);
  llvm::Function *declare(llvm::StringRef name, llvm::FunctionType *type);
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_RUNTIMEABI_H
