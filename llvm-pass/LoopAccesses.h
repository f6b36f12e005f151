//===- LoopAccesses.h - accesses of loops that one range describes ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filter (b) of DESIGN decision 5: where a loop cannot synchronize and says how
// often it runs, an access whose address advances by a constant is told once,
// in front of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_LOOPACCESSES_H
#define FENCEPOST_LLVM_PASS_LOOPACCESSES_H

#include "llvm-pass/Accesses.h"
#include "model/Site.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"

#include <optional>
#include <vector>

namespace llvm {
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace fencepost::pass {

/// `count` accesses of `bytes` bytes, `stride` bytes apart, the first at `start`.
struct LoopAccess {
  llvm::Instruction *instruction;
  SiteKind kind;
  llvm::Instruction *before; // end of the loop's preheader
  const llvm::SCEV *start;
  const llvm::SCEV *count;
  int64_t stride;
  uint64_t bytes;
};

/// A LoopAccess whose start and count exist as values in front of the loop.
struct ExpandedLoopAccess {
  LoopAccess access;
  llvm::Value *start;
  llvm::Value *count;
};

class LoopAccesses {
public:
  LoopAccesses(llvm::Function &function, llvm::FunctionAnalysisManager &manager);

  bool inInnermost(const llvm::Instruction &instruction) const;

  /// Takes an access of `bytes` at `offset` from the pointer, if a range in front of its loop can
  /// stand for all its executions.
  bool take(llvm::Instruction &instruction, SiteKind kind, llvm::Value *pointer, uint64_t offset,
            uint64_t bytes);

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
  void joinUnrolled();
  bool joinNeighbour(LoopAccess &access, const LoopAccess &other);
  bool joinInterleaved(std::size_t first, std::size_t parts);

  llvm::LoopInfo &loops;
  llvm::DominatorTree *dominators = nullptr;
  llvm::ScalarEvolution *evolution = nullptr; // both null in a function without loops
  llvm::DenseMap<llvm::Loop *, std::optional<Trip>> trips;
  std::vector<LoopAccess> taken;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_LOOPACCESSES_H
