//===- checks/rma-unclosed-epoch.cpp - epoch left open --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a window is freed, MPI is finalized, or the function that owns
// the window returns, with an epoch of the window still open on every path. A
// fence leaves an epoch open only when operations follow it.
//
//===----------------------------------------------------------------------===//

#include "Feasibility.h"
#include "FixIts.h"
#include "FunctionInfo.h"
#include "Program.h"
#include "Reporter.h"
#include "Spelling.h"
#include "State.h"
#include "checks/Check.h"
#include "checks/EarlyExits.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// One kind of epoch: what opened it, and the call that closes it.
struct OpenEpoch {
  const CallExpr *opener;
  std::string closing;
};

using Find = OpenEpoch (*)(const Epochs &, const std::string &window);

OpenEpoch findLock(const Epochs &epochs, const std::string &window) {
  if (epochs.locks.empty() || !epochs.isKnown())
    return {};
  const HeldLock &lock = epochs.locks.front();
  std::string target = lock.target.constant ? std::to_string(*lock.target.constant) : "...";
  return {lock.call, "MPI_Win_unlock(" + target + ", " + window + ")"};
}

constexpr Find kKinds[] = {
    [](const Epochs &epochs, const std::string &window) -> OpenEpoch {
      return {epochs.lockAll, "MPI_Win_unlock_all(" + window + ")"};
    },
    findLock,
    [](const Epochs &epochs, const std::string &window) -> OpenEpoch {
      return {epochs.start, "MPI_Win_complete(" + window + ")"};
    },
    [](const Epochs &epochs, const std::string &window) -> OpenEpoch {
      return {epochs.post, "MPI_Win_wait(" + window + ")"};
    },
    [](const Epochs &epochs, const std::string &window) -> OpenEpoch {
      // RMA-RULES 7: with nothing after it, the last fence opens no epoch.
      bool open = epochs.fence && !epochs.start && !epochs.hasPassive();
      return {open ? epochs.operation : nullptr, "MPI_Win_fence(0, " + window + ")"};
    },
};

/// The epoch of that kind, when it is open in every situation.
OpenEpoch openInAll(Find find, const Situations &situations, const std::string &window) {
  OpenEpoch first{};
  for (const Epochs &epochs : situations) {
    OpenEpoch open = find(epochs, window);
    if (!open.opener)
      return {};
    if (!first.opener || open.opener->getBeginLoc() < first.opener->getBeginLoc())
      first = open;
  }
  return first;
}

std::vector<FixItHint> closeBefore(const CallExpr *call, const OpenEpoch &open,
                                   ASTContext &context) {
  if (open.closing.find("...") != std::string::npos)
    return {};
  return insertBefore(call, open.closing, context);
}

bool alwaysClosesHere(const Step &step, const CallExpr *opener) {
  auto found = step.graph.blockOf.find(opener);
  return found != step.graph.blockOf.end() &&
         (found->second == step.block || step.feasibility.alwaysReaches(found->second, step.block));
}

/// Whether the call is a statement, of which nobody learns whether it has failed.
bool isStatementIn(const Stmt *body, const CallExpr *call) {
  if (auto *expr = dyn_cast_or_null<Expr>(body)) {
    if (auto *cleanups = dyn_cast<ExprWithCleanups>(expr))
      expr = cleanups->getSubExpr();
    return expr->IgnoreParenCasts() == call;
  }
  return body && !isa<DeclStmt, ReturnStmt>(body) &&
         llvm::any_of(body->children(),
                      [&](const Stmt *child) { return isStatementIn(child, call); });
}

/// Whether nothing but questions, and not whether a call of MPI has failed, is between the two.
bool comesStraightFrom(const Step &step, const CallExpr *opener) {
  const CFGBlock *from = step.graph.blockOf.lookup(opener);
  for (const CFGBlock *block = step.block; from && block != from;) {
    if (block->pred_size() != 1)
      return false;
    block = *block->pred_begin();
    auto *choice = block ? dyn_cast_or_null<IfStmt>(block->getTerminatorStmt()) : nullptr;
    if (!block || (block->succ_size() != 1 && !choice) ||
        (choice && step.info.asksForResult(choice->getCond())))
      return false;
  }
  return from;
}

std::string openedBy(const OpenEpoch &open) {
  return open.opener->getDirectCallee()->getNameAsString();
}

void reportAtCall(const Step &step, unsigned window, const OpenEpoch &open, bool fence) {
  const CallExpr *call = step.action.call.expr;
  step.reporter.claim(FindingId::UnclosedEpoch, open.opener);
  std::string does = step.action.call.kind() == EventKind::WinFree
                         ? step.window(window) + " is freed"
                         : "MPI is finalized";
  std::string what = fence ? "before a fence completes the operations since the last one"
                           : "while the epoch that " + openedBy(open) + " opened is not closed";
  step.reporter.report(FindingId::UnclosedEpoch, call->getExprLoc(), call->getSourceRange(),
                       does + " " + what,
                       {{open.opener->getSourceRange(),
                         fence ? openedBy(open) + " is issued here" : "the epoch was opened here"},
                        {call->getSourceRange(), "close it with " + open.closing}},
                       closeBefore(call, open, step.info.context));
}

void reportAtEnd(const Step &step, unsigned window, const OpenEpoch &open, bool fence) {
  std::string name = step.window(window);
  std::string message = fence ? "no fence of " + name + " completes this " + openedBy(open) +
                                    " before the function returns"
                              : "the epoch that " + openedBy(open) + " opens on " + name +
                                    " is still open when the function returns";
  SourceLocation end = step.info.function->getBody()->getEndLoc();
  step.reporter.report(FindingId::UnclosedEpoch, open.opener->getExprLoc(),
                       open.opener->getSourceRange(), message,
                       {{{end, end}, "close it with " + open.closing}});
}

void checkEarlyExit(const Step &step) {
  auto exit = earlyExit(step);
  if (!exit)
    return;
  const CallExpr *opener = step.action.call.expr;
  const std::string how = isa<ReturnStmt>(exit->jump)     ? "return"
                          : isa<ContinueStmt>(exit->jump) ? "continue"
                          : isa<BreakStmt>(exit->jump)    ? "break"
                                                          : "goto";
  const SourceManager &sources = step.info.context.getSourceManager();
  const unsigned line =
      sources.getPresumedLineNumber(sources.getFileLoc(exit->jump->getBeginLoc()));
  step.reporter.report(FindingId::UnclosedEpoch, opener->getExprLoc(), opener->getSourceRange(),
                       "the epoch that " + std::string(step.action.call.info().name) +
                           " opens on " + step.window(*step.action.window) +
                           " is left open by the " + how + " at line " + std::to_string(line),
                       {{exit->jump->getSourceRange(), "this " + how + " leaves it open"},
                        {exit->closer->getSourceRange(), "the other way closes it here"}});
}

bool isNeverClosed(const Step &step, EventKind opener) {
  auto isNowhere = [&](std::initializer_list<EventKind> closers) {
    return llvm::all_of(closers, [&](EventKind kind) { return step.info.program->hasNo(kind); });
  };
  switch (opener) {
  case EventKind::Lock:
    return isNowhere({EventKind::Unlock});
  case EventKind::LockAll:
    return isNowhere({EventKind::UnlockAll});
  case EventKind::Start:
    return isNowhere({EventKind::Complete});
  case EventKind::Post:
    return isNowhere({EventKind::Wait, EventKind::Test});
  default:
    return false;
  }
}

/// What the function opens and nothing in the program closes, unless where it matters is reported.
void checkNeverClosed(const Step &step) {
  for (const std::vector<Action> &block : step.graph.blocks)
    for (const Action &opener : block)
      if (opener.kind == Action::Kind::Call && opener.window &&
          isNeverClosed(step, opener.call.kind()) &&
          step.info.program->isReached(step.info.function))
        step.reporter.report(FindingId::UnclosedEpoch, opener.call.expr->getExprLoc(),
                             opener.call.expr->getSourceRange(),
                             "nothing in this program closes the epoch that " +
                                 std::string(opener.call.info().name) + " opens on " +
                                 step.window(*opener.window));
}

} // namespace

void checkUnclosedEpoch(const Step &step) {
  const Action &action = step.action;
  checkEarlyExit(step);
  bool end = action.kind == Action::Kind::End;
  bool call = action.kind == Action::Kind::Call && (action.call.kind() == EventKind::WinFree ||
                                                    action.call.kind() == EventKind::Finalize);
  if (!end && !call)
    return;
  for (unsigned i = 0; i < step.info.windows.size(); ++i) {
    if (call && action.call.kind() == EventKind::WinFree && action.window != i)
      continue;
    const Window &window = step.info.windows[i];
    // Who called may close what is left open of a window that others know.
    if (end && !window.isPrivate)
      continue;
    for (const Find &find : kKinds) {
      OpenEpoch open = openInAll(find, step.before.windows[i], window.name);
      if (!open.opener || !(alwaysClosesHere(step, open.opener) ||
                            (call && comesStraightFrom(step, open.opener) &&
                             isStatementIn(step.info.function->getBody(), open.opener))))
        continue;
      bool fence = &find == std::end(kKinds) - 1;
      end ? reportAtEnd(step, i, open, fence) : reportAtCall(step, i, open, fence);
    }
  }
  if (end)
    checkNeverClosed(step);
}

} // namespace fencepost::plugin
