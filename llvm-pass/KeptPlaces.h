//===- KeptPlaces.h - places of checks that a loop keeps in registers --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mark is a store to an address that is known late, and loads behind it of what the
// check notes wait for it where the processor takes the two for one. In an innermost
// loop that calls nothing else than the runtime for its checks, what they note stays as
// it is but for those calls: it is loaded in front of the loop and behind them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_KEPTPLACES_H
#define FENCEPOST_LLVM_PASS_KEPTPLACES_H

#include "llvm-pass/CheckTable.h"

#include "llvm/ADT/MapVector.h"

#include <optional>

namespace llvm {
class AllocaInst;
class Function;
class Loop;
} // namespace llvm

namespace fencepost::pass {

class KeptPlaces {
public:
  KeptPlaces(llvm::Function &function, CheckTable &checks) : function(function), checks(checks) {}

  /// To be called for each innermost loop with checks while the function is otherwise unchanged.
  void find(llvm::Loop &loop);

  /// What a check notes in front of the instruction. The loop may be null.
  NotedValues load(llvm::Instruction *before, llvm::Loop *loop, llvm::Constant *check);

  /// In front of the instruction the runtime is called.
  void changed(llvm::Instruction *before, llvm::Loop *loop);

  /// Once all checks are there.
  void finish();

private:
  struct Slots {
    llvm::AllocaInst *first, *places, *marks;
  };
  struct Kept {
    llvm::Instruction *front; // end of the preheader
    llvm::MapVector<llvm::Constant *, Slots> slots;
    llvm::SmallVector<llvm::Instruction *, 4> changes;
  };
  Kept *keptBy(llvm::Loop *loop);
  Slots makeSlots();
  void reload(llvm::Instruction *before, const Kept &kept);

  llvm::Function &function;
  CheckTable &checks;
  llvm::MapVector<llvm::Loop *, std::optional<Kept>> loops;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_KEPTPLACES_H
