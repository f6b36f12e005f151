//===- State.cpp - what is known of windows and operations at a point -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "FunctionInfo.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

constexpr std::size_t kMostSituations = 8;
constexpr std::size_t kMostLocks = 4;

/// Too many situations become one of which nothing is known, for good.
void limit(Situations &situations) {
  Epochs unknown;
  unknown.isUnknown = true;
  if (situations.size() > kMostSituations || situations.contains(unknown))
    situations = {unknown};
}

bool saysNoSucceed(const Expr *assertion, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  CharSourceRange range = sources.getExpansionRange(assertion->getSourceRange());
  return Lexer::getSourceText(range, sources, context.getLangOpts()).contains("MPI_MODE_NOSUCCEED");
}

bool maySameTarget(std::optional<int64_t> a, std::optional<int64_t> b) {
  return !a || !b || *a == *b;
}

void unlock(Epochs &epochs, std::optional<int64_t> target) {
  auto &locks = epochs.locks;
  auto exact =
      llvm::find_if(locks, [&](const HeldLock &lock) { return target && lock.target == target; });
  if (exact != locks.end()) {
    locks.erase(exact);
    return;
  }
  auto candidates = llvm::count_if(
      locks, [&](const HeldLock &lock) { return maySameTarget(lock.target, target); });
  if (candidates > 1) // which one is gone is not known
    epochs.isUnknown = true;
  llvm::erase_if(locks, [&](const HeldLock &lock) { return maySameTarget(lock.target, target); });
}

/// One situation of the window, after a synchronization or operation on it.
Epochs afterCall(Epochs epochs, const MpiCall &call, const ASTContext &context) {
  std::optional<int64_t> target = constantValue(call.argument(Role::Target), context);
  switch (call.kind()) {
  case EventKind::WinCreate:
  case EventKind::WinFree:
    return {};
  case EventKind::Fence: {
    Epochs fenced;
    // MPI_MODE_NOSUCCEED promises that no operation follows: nothing is open then.
    if (!saysNoSucceed(call.argument(Role::Assert), context))
      fenced.fence = call.expr;
    return fenced;
  }
  case EventKind::Start:
    epochs.start = call.expr;
    break;
  case EventKind::Complete:
    epochs.start = nullptr;
    break;
  case EventKind::Post:
    epochs.post = call.expr;
    break;
  case EventKind::Wait:
    epochs.post = nullptr;
    break;
  case EventKind::Lock:
    if (epochs.locks.size() >= kMostLocks)
      epochs.isUnknown = true;
    else
      epochs.locks.push_back({target, call.expr});
    llvm::sort(epochs.locks);
    break;
  case EventKind::Unlock:
    unlock(epochs, target);
    break;
  case EventKind::LockAll:
    epochs.lockAll = call.expr;
    break;
  case EventKind::UnlockAll:
    epochs.lockAll = nullptr;
    epochs.locks.clear();
    epochs.isUnknown = false;
    break;
  default:
    if (isOperation(call.kind()) && epochs.fence && !epochs.fenceOperation && !epochs.start &&
        !epochs.hasPassive())
      epochs.fenceOperation = call.expr;
    break;
  }
  return epochs;
}

void applyToWindow(const Action &action, Situations &situations, const ASTContext &context) {
  Situations after;
  for (const Epochs &epochs : situations) {
    after.insert(afterCall(epochs, action.call, context));
    if (action.call.kind() == EventKind::Test) { // may have succeeded
      Epochs closed = epochs;
      closed.post = nullptr;
      after.insert(closed);
    }
  }
  limit(after);
  situations = std::move(after);
}

/// Whether the call may complete the operation at its origin (RMA-RULES 2).
bool mayComplete(const Action &action, const Operation &operation, const FunctionInfo &info) {
  const MpiCall &call = action.call;
  switch (call.kind()) {
  case EventKind::Completion:
  case EventKind::RequestEnd: {
    if (!operation.hasRequest)
      return false;
    const Expr *request = call.argument(Role::Request);
    const VarDecl *waited = request ? info.visibleRequest(request) : nullptr;
    return !waited || !operation.request || waited == operation.request;
  }
  case EventKind::Finalize:
    return true;
  case EventKind::Fence:
  case EventKind::Complete:
  case EventKind::UnlockAll:
  case EventKind::FlushAll:
  case EventKind::FlushLocalAll:
  case EventKind::WinFree:
  case EventKind::WinCreate:
    break;
  case EventKind::Unlock:
  case EventKind::Flush:
  case EventKind::FlushLocal:
    if (!maySameTarget(constantValue(call.argument(Role::Target), info.context), operation.target))
      return false;
    break;
  default:
    return false;
  }
  // Windows that are not visible may all be the same; a visible one is only itself.
  return action.window == operation.window;
}

bool dependsOn(const Operation &operation, const ValueDecl *variable) {
  return llvm::any_of(operation.buffers, [&](const Access &buffer) {
    return llvm::is_contained(buffer.address.dependsOn, variable);
  });
}

/// Whether the buffer is found through something that code out of sight may change.
bool dependsOnOthers(const Operation &operation, const FunctionInfo &info) {
  return llvm::any_of(operation.buffers, [&](const Access &buffer) {
    return llvm::any_of(buffer.address.dependsOn,
                        [&](const ValueDecl *variable) { return !info.isStable(variable); });
  });
}

bool livesIn(const Operation &operation, const ValueDecl *variable) {
  return llvm::any_of(operation.buffers,
                      [&](const Access &buffer) { return buffer.address.object == variable; });
}

/// Whether after the action the operation cannot be said to be in flight any more.
bool ends(const Action &action, const Operation &operation, const FunctionInfo &info) {
  switch (action.kind) {
  case Action::Kind::Call:
    return mayComplete(action, operation, info);
  case Action::Kind::Modify:
    return action.variable ? dependsOn(operation, action.variable)
                           : dependsOnOthers(operation, info);
  case Action::Kind::Redeclare:
    return dependsOn(operation, action.variable) || livesIn(operation, action.variable);
  case Action::Kind::Modifies:
    return dependsOnOthers(operation, info);
  case Action::Kind::Synchronizes:
    return !operation.window || dependsOnOthers(operation, info) ||
           (operation.hasRequest && !operation.request);
  default:
    return false;
  }
}

} // namespace

State State::atEntry(const FunctionInfo &info, const FlowGraph &graph) {
  State state;
  state.isReachable = true;
  state.windows.assign(info.windows.size(), Situations{Epochs{}});
  state.operations.assign(graph.operations.size(), kNotIssued);
  return state;
}

bool State::join(const State &other) {
  if (!other.isReachable)
    return false;
  if (!isReachable) {
    *this = other;
    return true;
  }
  State before = *this;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    windows[i].insert(other.windows[i].begin(), other.windows[i].end());
    limit(windows[i]);
  }
  for (std::size_t i = 0; i < operations.size(); ++i)
    operations[i] |= other.operations[i];
  return !(*this == before);
}

void apply(const Action &action, State &state, const FunctionInfo &info, const FlowGraph &graph) {
  if (action.kind == Action::Kind::Stop) {
    state.isReachable = false;
    return;
  }
  for (std::size_t i = 0; i < graph.operations.size(); ++i)
    if ((state.operations[i] & kInFlight) && ends(action, graph.operations[i], info))
      state.operations[i] = (state.operations[i] & ~kInFlight) | kCompleted;
  if (action.kind == Action::Kind::Redeclare)
    for (std::size_t i = 0; i < info.windows.size(); ++i)
      if (info.windows[i] == action.variable)
        state.windows[i] = {Epochs{}};
  if (action.kind != Action::Kind::Call)
    return;
  if (action.call.kind() == EventKind::Finalize)
    state.windows.assign(info.windows.size(), {Epochs{}});
  if (action.window)
    applyToWindow(action, state.windows[*action.window], info.context);
  if (action.operation)
    state.operations[*action.operation] = kInFlight;
}

} // namespace fencepost::plugin
