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
  /// that runs where a page at one of these distances from the address, in bytes, is tracked.
  llvm::Instruction *emit(llvm::Instruction *before, llvm::Value *address,
                          llvm::ArrayRef<int64_t> distances = {0});

  /// The same for `span` bytes, given by the first and last in either order: the block runs where
  /// the page of one of the two is tracked, or where there may be pages between them and the
  /// runtime tracks any.
  llvm::Instruction *emitRange(llvm::Instruction *before, llvm::Value *first, llvm::Value *last,
                               llvm::Value *span);

private:
  void loadShadow();
  llvm::Value *byteOfPage(llvm::IRBuilder<> &builder, llvm::Value *address);

  llvm::Function &function;
  RuntimeAbi &abi;
  llvm::GlobalVariable *shadow;
  llvm::Value *pages = nullptr;
  llvm::Value *mask = nullptr;
  llvm::MDNode *unlikely;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_PAGECHECK_H
