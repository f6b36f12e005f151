//===- checks/rma-divergent-collective.cpp - not all processes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a fence, or a call that makes or frees a window, is executed only
// by the processes of one rank, or by all but those, of the window's own
// communicator, and no other call on the other side can be its counterpart.
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"
#include "Executors.h"
#include "Feasibility.h"
#include "FunctionInfo.h"
#include "Rehearsal.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether something on that side alone may be the call's counterpart, or the process gives up.
bool mayAnswer(const Step &step, const llvm::BitVector &side) {
  for (const CFGBlock *block : *step.graph.cfg) {
    if (!side.test(block->getBlockID()))
      continue;
    if (step.feasibility.givesUp(block))
      return true;
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (action.kind == Action::Kind::Synchronizes ||
          (action.kind == Action::Kind::Call && action.call.kind() == step.action.call.kind()))
        return true;
  }
  return false;
}

/// Whether some choice other than that of a loop leads to the block or past it.
bool isUnderCondition(const Step &step, const CFGBlock *block, const CFGBlock *but) {
  return llvm::any_of(*step.graph.cfg, [&](const CFGBlock *choice) {
    const Stmt *statement = choice->getTerminatorStmt();
    if (choice == but || choice->succ_size() < 2 || !statement ||
        isa<ForStmt, DoStmt, CXXForRangeStmt>(statement))
      return false;
    unsigned ways = 0;
    for (const CFGBlock *next : choice->succs())
      ways += next && next != choice && step.feasibility.isReachable(next, block, choice);
    return ways > 0 && ways < choice->succ_size();
  });
}

/// Whether a loop around the block does not simply count from a constant: the others may run it
/// once more.
bool isInOddLoop(const Step &step, const CFGBlock *block) {
  const Feasibility::Loop *loop = step.feasibility.loopAround(block);
  const Induction *counts =
      loop ? step.info.countingLoop(loop->header->getTerminatorStmt()) : nullptr;
  return loop && !loop->contains(step.block) && !(counts && counts->first);
}

/// Whether the others may come to such a call elsewhere, where these do not: the same question is
/// asked again, say.
bool mayAnswerElsewhere(const Step &step, const llvm::BitVector &onlyHere,
                        const CFGBlock *question) {
  for (const CFGBlock *block : *step.graph.cfg)
    for (const Action &action : step.graph.blocks[block->getBlockID()])
      if (block != step.block && !onlyHere.test(block->getBlockID()) &&
          action.kind == Action::Kind::Call && action.call.kind() == step.action.call.kind() &&
          (isUnderCondition(step, block, question) || isInOddLoop(step, block)))
        return true;
  return false;
}

} // namespace

void checkDivergentCollective(const Step &step) {
  const Action &action = step.action;
  if (action.kind != Action::Kind::Call || !isWindowCollective(action.call.kind()))
    return;
  const Expr *comm =
      action.call.kind() == EventKind::WinCreate ? action.call.argument(Role::Comm) : nullptr;
  const std::string name(action.call.info().name), ranked = comm ? step.info.nameOfComm(comm)
                                                            : action.window
                                                                ? step.commOf(*action.window)
                                                                : "";
  if (ranked.empty())
    return;
  for (const RankBranches::Branch &branch : step.branches.all()) {
    // As soon as there are two processes, these questions part them.
    const int64_t rank = branch.rank.value_or(0);
    if (branch.comm != ranked || rank < 0 || rank > 1 || !branch.isOnEveryWay)
      continue;
    const auto &[yes, no] = branch.ways;
    bool here = yes.test(step.block->getBlockID()), there = no.test(step.block->getBlockID());
    // The others of a case part again: what some of them answer is not on all their ways.
    if (here == there || (there && !branch.firsts[1]))
      continue;
    llvm::BitVector other = here ? no : yes;
    other.reset(here ? yes : no);
    llvm::BitVector mine = here ? yes : no;
    mine.reset(here ? no : yes);
    if (mayAnswer(step, other) || step.feasibility.givesUp(step.block) || step.isForSome() ||
        mayAnswerElsewhere(step, mine, branch.block))
      continue;
    std::string question = step.quoted(branch.condition);
    if (branch.isCase)
      question += " equal to " + std::to_string(rank);
    step.reporter.report(FindingId::DivergentCollective, action.call.expr->getExprLoc(),
                         action.call.expr->getSourceRange(),
                         name + " is collective, but only processes " +
                             (here ? "with " : "without ") + question + " call it here",
                         {{branch.condition->getSourceRange(),
                           "the processes part here; the others call no " + name}});
    return;
  }
}

namespace {

unsigned callsOf(EventKind event, const Rehearsal::Part &part) {
  return llvm::count_if(part, [&](const Rehearsal::Entry &entry) {
    return entry.kind == Rehearsal::Entry::Kind::Call && entry.event == event;
  });
}

/// The first call, of the one or the other process, that has no counterpart.
struct Odd {
  const CallExpr *call, *other; // what the other process calls there; or null
  int64_t rank;                 // that calls it
};

std::optional<Odd> firstOdd(const Rehearsal::Part &first, const Rehearsal::Part &second,
                            int64_t rank) {
  using Entry = Rehearsal::Entry;
  auto isLike = [](const Entry &one, const Entry &other) { return one.isLike(other); };
  if (std::equal(first.begin(), first.end(), second.begin(), second.end(), isLike))
    return std::nullopt;
  llvm::ArrayRef<Entry> mine = first, others = second;
  auto trim = [&](auto isCommon) {
    while (!mine.empty() && !others.empty() && isCommon(mine.front(), others.front())) {
      mine = mine.drop_front();
      others = others.drop_front();
    }
    while (!mine.empty() && !others.empty() && isCommon(mine.back(), others.back())) {
      mine = mine.drop_back();
      others = others.drop_back();
    }
  };
  // The same calls go with each other before others of the same kind.
  trim([](const Entry &one, const Entry &other) {
    return one.kind == other.kind && one.place == other.place;
  });
  trim(isLike);
  // What runs as often as is not known may be as much as the others do.
  auto isCall = [](const Rehearsal::Entry &entry) {
    return entry.kind == Rehearsal::Entry::Kind::Call;
  };
  if (!llvm::all_of(mine, isCall) || !llvm::all_of(others, isCall))
    return std::nullopt;
  auto callAt = [&](const Entry *from, const Rehearsal::Part &part) {
    const Entry *end = part.data() + part.size(), *found = std::find_if(from, end, isCall);
    return found == end ? nullptr : cast<CallExpr>(found->place);
  };
  const CallExpr *here = callAt(mine.begin(), first), *there = callAt(others.begin(), second);
  // Of the two the one that is too many.
  const bool isMine =
      here && (!there || (!mine.empty() && callsOf(mine.front().event, first) >
                                               callsOf(mine.front().event, second)));
  return isMine ? Odd{here, there, 0} : there ? Odd{there, here, rank} : Odd{here, there, 0};
}

} // namespace

void checkRehearsals(const FunctionDecl *main, Analyses &analyses, Reporter &reporter) {
  if (!reporter.isWanted(FindingId::DivergentCollective) ||
      reporter.has(FindingId::DivergentCollective) || !analyses.processes.areOfOneWorld() ||
      !analyses.program.isWhole() || analyses.processes.asksIfAlone())
    return;
  Rehearsal rehearsal(analyses.context, analyses.processes);
  constexpr int64_t kMostProcesses = 4;
  for (int64_t size = 2; size <= kMostProcesses; ++size) {
    auto first = rehearsal.of(main, 0, size);
    bool gaveUp = rehearsal.hasGivenUp();
    for (int64_t rank = 1; first && rank < size; ++rank) {
      auto other = rehearsal.of(main, rank, size);
      gaveUp |= rehearsal.hasGivenUp();
      if (!other)
        break;
      if (auto odd = firstOdd(*first, *other, rank)) {
        auto nameOf = [](const CallExpr *call) {
          return call->getDirectCallee()->getNameAsString();
        };
        const std::string name = nameOf(odd->call), ranks = std::to_string(odd->rank ? 0 : rank);
        std::vector<FindingNote> notes;
        if (odd->other)
          notes.push_back({odd->other->getSourceRange(),
                           "process " + ranks + " calls " + nameOf(odd->other) + " here then"});
        return reporter.report(
            FindingId::DivergentCollective, odd->call->getExprLoc(), odd->call->getSourceRange(),
            name + " is collective, but process " + std::to_string(odd->rank) +
                " calls it here and process " + ranks + " has no such call to go with it",
            notes);
      }
    }
    if (!gaveUp && !rehearsal.asksForMore())
      return;
  }
}

} // namespace fencepost::plugin
