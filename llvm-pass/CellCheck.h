//===- CellCheck.h - asks whether the segment has an access already -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_CELLCHECK_H
#define FENCEPOST_LLVM_PASS_CELLCHECK_H

#include "llvm-pass/RuntimeAbi.h"

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class GlobalVariable;
class MDNode;
} // namespace llvm

namespace fencepost::pass {

/// Emits the checks of model/Cells.h in one module.
class CellCheck {
public:
  explicit CellCheck(RuntimeAbi &abi) : abi(abi) {}

  /// Splits the block before the instruction. Returns the end of a block that runs where the check
  /// at that address is not in the segment, up to a call that says it is: what comes before.
  llvm::Instruction *emit(llvm::Instruction *before, llvm::Value *address, llvm::Value *check);

  /// The number of the check that asks for such accesses, wherever it stands.
  uint64_t number(llvm::Constant *list) {
    return numbers.try_emplace(list, numbers.size()).first->second;
  }

  /// Announces them, if there are any.
  void registerChecks(llvm::Instruction *before);

private:
  llvm::GlobalVariable *cells();

  RuntimeAbi &abi;
  llvm::GlobalVariable *global = nullptr;
  llvm::DenseMap<llvm::Constant *, uint64_t> numbers;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_CELLCHECK_H
