//===- CheckTable.h - the checks of a module, and what they note -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_CHECKTABLE_H
#define FENCEPOST_LLVM_PASS_CHECKTABLE_H

#include "llvm-pass/RuntimeAbi.h"

#include "llvm/ADT/DenseMap.h"

namespace fencepost::pass {

/// The fields of a NotedPlaces, as values.
struct NotedValues {
  llvm::Value *first;
  llvm::Value *places;
  llvm::Value *marks;
};

/// Emits what model/Checks.h says in one module.
class CheckTable {
public:
  /// `none`: what checks note at first. `sites`: those of the module.
  CheckTable(RuntimeAbi &abi, llvm::Constant *none, llvm::Constant *sites)
      : abi(abi), none(none), sites(sites) {}

  /// The Check of such accesses at multiples of 1 << shift, wherever it stands.
  llvm::Constant *check(llvm::Constant *list, unsigned shift);

  /// What a Check notes now: until the runtime may have been called.
  NotedValues load(llvm::Instruction *before, llvm::Value *check);

  /// Notes a check at an address that is a multiple of 1 << shift. Splits the block before the
  /// instruction; returns the end of a block that runs where that is no place of the check.
  llvm::Instruction *emit(llvm::Instruction *before, llvm::Value *address, const NotedValues &noted,
                          unsigned shift);

  /// With the place of another start than the check's, which need be none: an index may lead from
  /// there to one. There are no places where the start is not that multiple.
  NotedValues from(llvm::Instruction *before, llvm::Value *start, const NotedValues &noted,
                   unsigned shift);
  /// As emit(), where the place is known.
  llvm::Instruction *emitAt(llvm::Instruction *before, llvm::Value *place,
                            const NotedValues &noted);

private:
  RuntimeAbi &abi;
  llvm::Constant *none;
  llvm::Constant *sites;
  llvm::DenseMap<std::pair<llvm::Constant *, unsigned>, llvm::Constant *> checks;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_CHECKTABLE_H
