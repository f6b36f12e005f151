//===- Feasibility.h - whether two places of a function are surely run together -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPI programs branch on the rank: that a path leads from one place to
// another in the graph does not mean that a process takes it. A pair of
// places is reported only where no such branch stands between them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FEASIBILITY_H
#define FENCEPOST_CLANG_PLUGIN_FEASIBILITY_H

#include "Actions.h"
#include "Answers.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::plugin {

class Feasibility {
public:
  Feasibility(const FunctionInfo &info, const FlowGraph &graph) : info(info), graph(graph) {}

  struct Loop {
    const clang::CFGBlock *header;
    std::vector<const clang::CFGBlock *> latches; // whose edges lead back to the header
    llvm::BitVector blocks;
    unsigned depth = 0;                                         // of loops around it
    mutable std::optional<bool> repeatsFailures = std::nullopt; // once asked for

    bool contains(const clang::CFGBlock *block) const { return blocks.test(block->getBlockID()); }
  };

  /// Whether a process that issued the operation is sure to meet it in flight in that block,
  /// when it stands there as `progress` (a set of Progress) says.
  bool meets(const Operation &operation, const clang::CFGBlock *block, uint8_t progress);

  /// The loop that the block is in, outside of those within, if each of its turns that comes to the
  /// issue has come through the block before; or null.
  const Loop *turnOf(const clang::CFGBlock *block, const clang::CFGBlock *issue) const;

  /// Whether the process ends in that block, or the function says that it failed.
  bool givesUp(const clang::CFGBlock *block) const;
  /// Whether all ways from the block lead there.
  bool surelyGivesUp(const clang::CFGBlock *block) const;

  /// Whether every way on from the end of the one block, other than surely giving up (MPI_Abort,
  /// exit, returning an error of MPI or for want of memory), comes through the other.
  bool alwaysReaches(const clang::CFGBlock *from, const clang::CFGBlock *to) const;

  /// The same for all processes of a communicator, as the source has it, who may together have
  /// taken another way: `if (size < 2) return;`.
  bool allReach(const clang::CFGBlock *from, const clang::CFGBlock *to,
                const std::string &comm) const;

  /// Whether all processes of the communicator answer the question at the block's end alike, and
  /// two or more of them may go on by another way than that one: `size < 2`, `size % 2`, `argc !=
  /// 2`.
  bool isOfTooFew(const clang::CFGBlock *block, unsigned way, const std::string &comm) const;

  /// Whether there is a way from the one block to the other, or they are the same, that does not
  /// lead through a third.
  bool isReachable(const clang::CFGBlock *from, const clang::CFGBlock *to,
                   const clang::CFGBlock *without = nullptr) const;

  /// The blocks that every way to this one leads through, the last one first.
  std::vector<const clang::CFGBlock *> before(const clang::CFGBlock *block) const;

  /// Whether each call of the function that does not give up executes the block once.
  bool runsOnce(const clang::CFGBlock *block) const;

  /// The innermost loop around the block, and around the other where there is one; or null.
  const Loop *loopAround(const clang::CFGBlock *block,
                         const clang::CFGBlock *other = nullptr) const;

  /// The header of the outermost loop around the block, if each iteration of it, and of those
  /// within it, executes the block and their headers satisfy the predicate; or null.
  const clang::CFGBlock *
  outermostLoop(const clang::CFGBlock *block,
                llvm::function_ref<bool(const clang::CFGBlock *)> isSame) const;

  /// The innermost loop around both, when each of its iterations executes both, and it does not go
  /// on because a call failed; or null.
  const Loop *loopOfBoth(const clang::CFGBlock *a, const clang::CFGBlock *b);
  /// The same, when two iterations execute the second one if any does.
  const Loop *loopOfSome(const clang::CFGBlock *all, const clang::CFGBlock *some);

  /// Whether each iteration that does not leave the loop executes the block.
  bool isInEveryIteration(const clang::CFGBlock *block, const Loop &loop) const;
  /// Whether two iterations do, if any does: `if (rank != i)`, or a question that is answered alike
  /// in all of them, may leave it out.
  bool isInTwoIterations(const clang::CFGBlock *block, const Loop &loop) const;
  /// Whether the loop, its innermost, executes the block once for each rank of the communicator,
  /// which the target is, or for each but the own one: where it starts at 1, that of rank 0, which
  /// `isRoot` says is the only one that comes there.
  bool isForAll(const clang::CFGBlock *block, const Loop &loop, const clang::Expr *target,
                const std::string &comm, bool isRoot, bool &isForOthers) const;

private:
  bool isMet(const Operation &operation, const clang::CFGBlock *block, uint8_t progress);
  bool movesNothing(const Operation &operation, const clang::CFGBlock *block) const;

  const FunctionInfo &info;
  const FlowGraph &graph;
  mutable std::vector<llvm::BitVector> dominators; // computed when first asked for
  mutable std::vector<Loop> loops;                 // the larger ones first
  mutable std::vector<const Loop *> innermost;     // by block id

  mutable llvm::BitVector failing;                                // computed when first asked for
  mutable llvm::DenseMap<const clang::CFGBlock *, bool> givingUp; // of those that were asked for

  mutable std::optional<llvm::DenseSet<const clang::VarDecl *>> inLoops; // computed when asked for
  mutable llvm::DenseMap<std::pair<const clang::CFGBlock *, const Loop *>, std::optional<Question>>
      questions;
  mutable std::map<const Loop *, llvm::DenseSet<const clang::ValueDecl *>> inTurns;
  mutable llvm::DenseMap<const clang::CFGBlock *, const clang::CFGBlock *> failures;

  const llvm::DenseSet<const clang::VarDecl *> &declaredInLoops() const;
  const llvm::DenseSet<const clang::ValueDecl *> &changedInTurns(const Loop &loop) const;
  const std::optional<Question> &questionAt(const clang::CFGBlock *choice, const Loop *turn) const;
  std::function<bool(const clang::VarDecl *)> holdsOneValue(const Loop *turn) const;
  std::optional<Question> caseOf(const clang::CFGBlock *choice, const clang::CFGBlock *block,
                                 const Loop *turn) const;
  /// What surely holds for who comes there; with a loop, in that turn of it.
  std::vector<Question> answersAt(const clang::CFGBlock *block, const Loop *turn) const;
  bool isOpen(const clang::CFGBlock *start, llvm::ArrayRef<const clang::CFGBlock *> ends,
              const clang::CFGBlock *without, llvm::ArrayRef<Question> answers,
              const Loop *turn) const;
  /// Whether who comes to the block, as the answers before it say, has come through the other.
  bool comesFrom(const clang::CFGBlock *other, const clang::CFGBlock *block) const;
  /// Whether each turn of a loop that comes to the one comes to the other one next, and no turn
  /// comes there without, by what both ask for: `if (turn % 2)`.
  bool meetInTurn(const clang::CFGBlock *issue, const clang::CFGBlock *access) const;

  void prepare() const;
  const clang::CFGBlock *failureAt(const clang::CFGBlock *block) const; // as failureOf
  bool reaches(const clang::CFGBlock *from, const clang::CFGBlock *to,
               const std::string *comm) const;
  bool dominates(const clang::CFGBlock *a, const clang::CFGBlock *b) const;
  const clang::CFGBlock *hoist(const clang::CFGBlock *block, const clang::CFGBlock *other) const;
  bool repeatsFailures(const Loop &loop) const;
  const clang::Stmt *statementOf(const Loop &loop) const;
  bool mayRunOnce(const Loop &loop) const;
  bool areAnswered(
      const clang::CFGBlock *block, const Loop &loop,
      llvm::function_ref<bool(const clang::CFGBlock *choice, unsigned way)> isAnswered) const;
  bool meetsInSameTurn(const clang::CFGBlock *access, const clang::CFGBlock *issue,
                       uint8_t progress) const;
  bool meetsInNextIteration(const clang::CFGBlock *access, const clang::CFGBlock *issue);
  const Loop *repeatingLoop(const clang::CFGBlock *a, const clang::CFGBlock *b,
                            bool (Feasibility::*repeats)(const clang::CFGBlock *, const Loop &)
                                const);
  bool isOtherwise(const clang::CFGBlock *loop, const clang::CFGBlock *issue) const;
  bool branchesOnOperation(const Operation &operation, const clang::CFGBlock *from,
                           const clang::CFGBlock *to) const;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FEASIBILITY_H
