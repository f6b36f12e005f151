//===- LoopAccesses.h - accesses of loops that one range describes ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filter (b) of DESIGN decision 5: where a loop cannot synchronize and says how
// often it runs, an access whose address advances by the same each time is told
// once, in front of the loop, and in front of the loops around it as far as the
// same holds for them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LOOPACCESSES_H
#define FENCEPOST_LLVM_PASS_LOOPACCESSES_H

#include "llvm-pass/Accesses.h"
#include "llvm-pass/ToldRanges.h"
#include "model/Site.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Alignment.h"

#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PostDominatorTree;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace fencepost::pass {

/// `count` accesses of `bytes` bytes, `stride` bytes apart, the first at `start`; all that again as
/// each of `repeated` says, and none of it unless all of `conditions` hold.
struct LoopAccess {
  struct Repeated {
    const llvm::SCEV *stride; // of any sign
    const llvm::SCEV *count;
    bool operator==(const Repeated &other) const = default;
  };
  using Condition = std::pair<llvm::Value *, bool>; // what it has to be
  llvm::Instruction *instruction;
  SiteKind kind;
  llvm::Loop *loop;
  llvm::Instruction *before; // end of the loop's preheader
  const llvm::SCEV *start;
  llvm::Align alignment; // of `start`
  const llvm::SCEV *count;
  int64_t stride;
  uint64_t bytes;
  llvm::SmallVector<Repeated, 2> repeated;
  llvm::SmallVector<Condition, 1> conditions;

  bool hasGaps() const {
    return stride &&
           (stride < 0 ? 0 - static_cast<uint64_t>(stride) : static_cast<uint64_t>(stride)) > bytes;
  }
};

/// A LoopAccess whose numbers exist as values in front of the loop.
struct ExpandedLoopAccess {
  LoopAccess access;
  llvm::Value *start;
  llvm::Value *count;
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Value *>, 2> repeated; // stride, count
};

/// Computes it at the end of the preheader.
ToldRange rangeOf(const ExpandedLoopAccess &loop);

class LoopAccesses {
public:
  LoopAccesses(llvm::Function &function, llvm::FunctionAnalysisManager &manager);

  /// The loop that an instruction is in, or null.
  llvm::Loop *around(const llvm::Instruction &instruction) const;

  /// The same, if that has neither another in it nor a call that takes longer than a check, and is
  /// not known to run for a few iterations only.
  llvm::Loop *innermost(const llvm::Instruction &instruction);

  /// The block in front of the loop, which is made where there is none. Null where it cannot be.
  llvm::BasicBlock *front(llvm::Loop &loop);

  /// Takes an access of `bytes` at `offset` from the pointer, if a range in front of its loop can
  /// stand for all its executions.
  bool take(llvm::Instruction &instruction, SiteKind kind, llvm::Value *pointer, uint64_t offset,
            uint64_t bytes);

  /// Whether any was taken.
  bool any() const { return !taken.empty(); }

  /// Emits what computes the ranges that were taken. Those that unrolling made of one access are
  /// one again. To be called while the function is otherwise unchanged.
  std::vector<ExpandedLoopAccess> expand();

private:
  struct Trip {
    llvm::Instruction *before;
    const llvm::SCEV *count;
  };
  const std::optional<Trip> &trip(llvm::Loop &loop);
  std::optional<Trip> findTrip(llvm::Loop &loop);
  bool isShort(llvm::Loop &innermost) const;
  bool mayExpand(const LoopAccess &access) const;
  bool addConditions(llvm::BasicBlock &block, llvm::Loop &loop,
                     llvm::SmallVectorImpl<LoopAccess::Condition> &conditions) const;
  void hoistAll();
  bool hoist(LoopAccess &access);
  void joinUnrolled();
  bool joinNeighbour(LoopAccess &access, const LoopAccess &other);
  void joinShifted(LoopAccess &access, std::size_t stride);
  bool joinInterleaved(std::size_t first, std::size_t parts);

  llvm::LoopInfo &loops;
  llvm::DominatorTree *dominators = nullptr;
  llvm::ScalarEvolution *evolution = nullptr; // both null in a function without loops
  llvm::PostDominatorTree *postDominators = nullptr;
  llvm::DenseMap<llvm::Loop *, std::optional<Trip>> trips;
  llvm::DenseMap<llvm::Loop *, bool> passing; // innermost ones that are slow or short
  std::vector<LoopAccess> taken;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LOOPACCESSES_H
