//===- checks/EarlyExits.cpp - ways out that leave an epoch open -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/EarlyExits.h"

#include "Captures.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Program.h"
#include "State.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

using namespace clang;

namespace fencepost::plugin {

namespace {

EventKind closingKind(EventKind opener) {
  switch (opener) {
  case EventKind::Lock:
    return EventKind::Unlock;
  case EventKind::LockAll:
    return EventKind::UnlockAll;
  default:
    return EventKind::Complete;
  }
}

/// What a stretch of actions comes to first.
enum class Comes { Nothing, Operation, Closer, Unknown };

class Ways {
public:
  explicit Ways(const Step &step)
      : step(step), window(*step.action.window), closing(closingKind(step.action.call.kind())),
        opened(targetOf(step.action.call.argument(Role::Target), step.info)) {}

  std::optional<EarlyExit> find() {
    if (closesFromBefore())
      return std::nullopt;
    // Straight on from the call to the first question.
    const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
    llvm::ArrayRef<Action> rest(&step.action + 1, own.data() + own.size());
    for (const CFGBlock *block = step.block; block;) {
      if (!isStillOpen(rest) || block->hasNoReturnElement())
        return std::nullopt;
      auto *choice = dyn_cast_or_null<IfStmt>(block->getTerminatorStmt());
      if (choice && block->succ_size() == 2)
        if (auto found = at(block, choice))
          return found;
      // Past a question of which neither way leaves the epoch there is more to follow than this.
      if (block->succ_size() != 1)
        return std::nullopt;
      block = *block->succ_begin();
      // Who comes there another way has not opened it.
      if (!block || block->pred_size() != 1)
        return block ? withinLoop(block) : std::nullopt;
      rest = step.graph.blocks[block->getBlockID()];
    }
    return std::nullopt;
  }

private:
  const Step &step;
  const unsigned window;
  const EventKind closing;
  const Target opened;
  const CallExpr *closer = nullptr;
  const bool isOnlyHere = // that it is closed
      step.info.program->closesOnlyOwn(step.action.call.kind(), closing, step.info.function);
  // Where nothing ends the program, a return that tells of failure does not either.
  const bool mayGiveUp =
      !isOnlyHere || step.info.function->isMain() || step.info.program->mayEndEarly();
  bool isOnTheWay = true; // from the opener to the exit
  bool hasWorked = false; // before the question

  /// Whether the epoch stays open all through these, with operations in it or none.
  bool isStillOpen(llvm::ArrayRef<Action> actions) {
    for (;;) {
      Comes comes = first(actions);
      if (comes != Comes::Operation)
        return comes == Comes::Nothing;
      hasWorked = true;
      actions = behindWork(actions);
    }
  }

  /// The way out of the loop that begins there, all through which the epoch stays open.
  std::optional<EarlyExit> withinLoop(const CFGBlock *header) {
    const Feasibility::Loop *loop = step.feasibility.loopAround(header);
    if (!loop || loop->header != header || loop->contains(step.block) ||
        header->pred_size() != loop->latches.size() + 1)
      return std::nullopt;
    std::vector<const CFGBlock *> questions;
    for (const CFGBlock *block : *step.graph.cfg) {
      if (!block || !loop->contains(block))
        continue;
      if (!isStillOpen(step.graph.blocks[block->getBlockID()]) || block->hasNoReturnElement())
        return std::nullopt;
      if (isa_and_nonnull<IfStmt>(block->getTerminatorStmt()) && block->succ_size() == 2)
        questions.push_back(block);
    }
    for (const CFGBlock *block : questions)
      if (auto found = at(block, cast<IfStmt>(block->getTerminatorStmt())))
        return found;
    return std::nullopt;
  }

  /// What follows the first operation, or flush, of the window.
  llvm::ArrayRef<Action> behindWork(llvm::ArrayRef<Action> actions) const {
    auto at = llvm::find_if(actions, [&](const Action &action) {
      return action.kind == Action::Kind::Call && isWork(action.call.kind()) &&
             step.info.mayBeSame(action.window, window);
    });
    return actions.drop_front(at - actions.begin() + 1);
  }

  static bool isWork(EventKind kind) {
    return isOperation(kind) || (kind >= EventKind::Flush && kind <= EventKind::WinSync);
  }

  /// Whether it leaves something behind by which others may know that the epoch is open.
  bool tellsOthers(const Action &action) const {
    auto isOwn = [&](const ValueDecl *variable) {
      auto *named = dyn_cast_or_null<VarDecl>(variable);
      return named && named->hasLocalStorage() && !named->getType()->isReferenceType() &&
             ownerOf(named) == step.info.function;
    };
    switch (action.kind) {
    case Action::Kind::Access:
      return action.access.writes && !isOwn(action.access.address.object);
    case Action::Kind::Modify:
      return !isOwn(action.variable);
    case Action::Kind::Flag:
    case Action::Kind::ModifyNumber:
    case Action::Kind::Modifies:
      return true;
    default:
      return false;
    }
  }

  bool tellsAnywhere() const {
    return llvm::any_of(step.graph.blocks, [&](const std::vector<Action> &block) {
      return llvm::any_of(block, [&](const Action &action) {
        return (action.kind == Action::Kind::Access || action.kind == Action::Kind::Modify ||
                action.kind == Action::Kind::Flag) &&
               tellsOthers(action);
      });
    });
  }

  Comes first(llvm::ArrayRef<Action> actions) {
    for (const Action &action : actions) {
      if (action.kind == Action::Kind::Synchronizes || action.kind == Action::Kind::Throw ||
          action.kind == Action::Kind::Issue || (isOnTheWay && !isOnlyHere && tellsOthers(action)))
        return Comes::Unknown;
      if (action.kind != Action::Kind::Call || !concernsWindows(action.call.kind()) ||
          !step.info.mayBeSame(action.window, window))
        continue;
      if (isWork(action.call.kind()))
        return Comes::Operation;
      if (action.call.kind() != closing || action.window != window)
        return Comes::Unknown;
      if (const Expr *rank = action.call.argument(Role::Target);
          rank && !targetOf(rank, step.info).isSurely(opened))
        return Comes::Unknown;
      closer = action.call.expr;
      return Comes::Closer;
    }
    return Comes::Nothing;
  }

  /// The jump that the way from the block straight leads to; null for any other way.
  const Stmt *jumpAfter(const CFGBlock *block) {
    for (unsigned blocks = 0; block && blocks < 4; ++blocks) {
      llvm::ArrayRef<Action> actions = step.graph.blocks[block->getBlockID()];
      Comes comes = first(actions);
      for (; isOnlyHere && comes == Comes::Operation; comes = first(actions))
        actions = behindWork(actions);
      if (comes != Comes::Nothing || (mayGiveUp && step.feasibility.givesUp(block)) ||
          block->hasNoReturnElement())
        return nullptr;
      for (const CFGElement &element : *block)
        if (auto statement = element.getAs<CFGStmt>();
            statement && isa<ReturnStmt>(statement->getStmt()))
          return statement->getStmt();
      if (const Stmt *end = block->getTerminatorStmt())
        return isa<ContinueStmt, BreakStmt, GotoStmt>(end) && leavesOpen(*block->succ_begin())
                   ? end
                   : nullptr;
      if (block->succ_size() != 1)
        return nullptr;
      block = *block->succ_begin();
    }
    return nullptr;
  }

  /// Visits the blocks on all ways from there, but those past one that does not go on, or by that
  /// other one.
  void follow(const CFGBlock *from, const CFGBlock *without,
              llvm::function_ref<bool(const CFGBlock &)> goesOn) const {
    llvm::BitVector seen(step.graph.cfg->getNumBlockIDs());
    if (without)
      seen.set(without->getBlockID());
    std::vector<const CFGBlock *> pending{from};
    while (!pending.empty()) {
      const CFGBlock *block = pending.back();
      pending.pop_back();
      if (!block || seen.test(block->getBlockID()))
        continue;
      seen.set(block->getBlockID());
      if (goesOn(*block))
        for (const CFGBlock *next : block->succs())
          pending.push_back(next);
    }
  }

  /// Whether the function also closes what it has not opened: it may be called again for that.
  bool closesFromBefore() const {
    bool closes = false;
    follow(&step.graph.cfg->getEntry(), nullptr, [&](const CFGBlock &block) {
      for (const Action &action : step.graph.blocks[block.getBlockID()]) {
        if (action.kind != Action::Kind::Call || !step.info.mayBeSame(action.window, window))
          continue;
        if (action.call.kind() == step.action.call.kind())
          return false;
        closes |= action.call.kind() == closing;
      }
      return !closes;
    });
    return closes;
  }

  /// Whether no way from there comes to a call that closes the epoch but by opening it again.
  bool leavesOpen(const CFGBlock *from) const {
    if (from && step.feasibility.surelyGivesUp(from))
      return false;
    bool leaves = true;
    follow(from, step.block, [&](const CFGBlock &block) {
      for (const Action &action : step.graph.blocks[block.getBlockID()])
        if (action.kind == Action::Kind::Synchronizes ||
            (action.kind == Action::Kind::Call && action.call.kind() == closing &&
             step.info.mayBeSame(action.window, window)))
          leaves = false;
      return leaves;
    });
    return leaves;
  }

  /// Whether all ways from there, but those by the other one, come to an operation and then to a
  /// call that closes the epoch.
  bool worksAndCloses(const CFGBlock *from, const CFGBlock *other) {
    bool works = hasWorked, isLost = false;
    follow(from, other, [&](const CFGBlock &block) {
      llvm::ArrayRef<Action> actions = step.graph.blocks[block.getBlockID()];
      Comes comes = first(actions);
      while (comes == Comes::Operation) {
        works = true;
        actions = behindWork(actions);
        comes = first(actions);
      }
      isLost |= comes == Comes::Unknown || &block == &step.graph.cfg->getExit();
      return !isLost && comes != Comes::Closer && !step.feasibility.givesUp(&block);
    });
    return !isLost && works && closer;
  }

  /// Whether the question is about anything but the function's own variables, or its parameters.
  static bool asksForOthers(const Stmt *question, bool areParametersOthers) {
    if (isa<MemberExpr, CallExpr>(question))
      return true;
    auto *named = dyn_cast<DeclRefExpr>(question);
    auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    const bool isOthers = variable && !variable->isLocalVarDecl() &&
                          (areParametersOthers || !isa<ParmVarDecl>(variable));
    return isOthers || llvm::any_of(question->children(), [&](const Stmt *child) {
             return child && asksForOthers(child, areParametersOthers);
           });
  }

  /// Whether no caller can tell that the epoch is open from where the function left it.
  bool isKnownToNobody(const Stmt *jump, const Expr *question) const {
    const FunctionDecl *function = step.info.function;
    if (isOnlyHere || function->isMain())
      return true;
    // Who is told, or knows the answer, may close it where another function does.
    Program &program = *step.info.program;
    const bool isOthers = program.closesOthers(step.action.call.kind(), closing, function);
    if (isOthers && tellsAnywhere())
      return false;
    if (isa<ContinueStmt>(jump))
      return true;
    if (asksForOthers(question, hasWorked) &&
        (hasWorked ? program.isCalledOutside(closing, function) : isOthers))
      return false;
    auto *method = dyn_cast<CXXMethodDecl>(function);
    const bool isLambda = method && method->getParent()->isLambda();
    // What it returns may tell those of its callers that are in sight, or who take over a lock.
    return function->getReturnType()->isVoidType() ||
           !(hasWorked || isLambda || !function->isExternallyVisible());
  }

  std::optional<EarlyExit> at(const CFGBlock *block, const IfStmt *choice) {
    if (step.info.asksForResult(choice->getCond()))
      return std::nullopt;
    for (unsigned way : {0u, 1u}) {
      const CFGBlock *leaves = *(block->succ_begin() + way);
      const CFGBlock *stays = *(block->succ_begin() + (1 - way));
      isOnTheWay = true;
      const Stmt *jump = leaves && stays ? jumpAfter(leaves) : nullptr;
      isOnTheWay = false;
      if (jump && isKnownToNobody(jump, choice->getCond()) && worksAndCloses(stays, leaves))
        return EarlyExit{jump, closer, choice->getCond()};
    }
    return std::nullopt;
  }
};

} // namespace

std::optional<EarlyExit> earlyExit(const Step &step) {
  const Action &action = step.action;
  if (action.kind != Action::Kind::Call || !action.window ||
      !llvm::is_contained({EventKind::Lock, EventKind::LockAll, EventKind::Start},
                          action.call.kind()))
    return std::nullopt;
  return Ways(step).find();
}

} // namespace fencepost::plugin
