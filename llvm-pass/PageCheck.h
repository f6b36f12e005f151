//===- PageCheck.h - the inline check in front of an access -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_PAGECHECK_H
#define FENCEPOST_LLVM_PASS_PAGECHECK_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class MDNode;
class Value;
} // namespace llvm

namespace fencepost::pass {

class RuntimeAbi;

/// Emits page checks (model/Abi.h) in one function.
///
/// The shadow's address and mask are loaded once, at the function's entry: they change only while
/// the module's constructor runs.
class PageCheck {
public:
  PageCheck(llvm::Function &function, RuntimeAbi &abi, llvm::GlobalVariable *shadow);

  /// Splits the block before the instruction. Returns the end of a block, hardly ever executed,
  /// that runs where the page of one of the addresses is tracked.
  llvm::Instruction *emit(llvm::Instruction *before, llvm::ArrayRef<llvm::Value *> addresses);

private:
  void loadShadow();

  llvm::Function &function;
  RuntimeAbi &abi;
  llvm::GlobalVariable *shadow;
  llvm::Value *pages = nullptr;
  llvm::Value *mask = nullptr;
  llvm::MDNode *unlikely;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_PAGECHECK_H
