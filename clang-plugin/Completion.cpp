//===- Completion.cpp - what ends operations ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"

#include "FunctionInfo.h"
#include "Names.h"
#include "Requests.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether calling the function may complete the operation.
bool mayComplete(const Invocation &invocation, const Operation &operation, Completes least,
                 const FunctionInfo &info) {
  if (operation.hasRequest && !operation.request.variable && invocation.completesRequests)
    return true;
  return llvm::any_of(invocation.windows, [&](const WindowEffect &effect) {
    return effect.completes >= least && info.mayBeSame(effect.window, operation.window);
  });
}

bool dependsOn(const Operation &operation, const ValueDecl *variable) {
  return llvm::any_of(operation.buffers, [&](const Access &buffer) {
    return llvm::is_contained(buffer.address.dependsOn, variable);
  });
}

/// Whether the buffer is another one when the variable has another value.
bool isFoundBy(const Operation &operation, const ValueDecl *variable) {
  return llvm::any_of(operation.buffers, [&](const Access &buffer) {
    return !buffer.address.isNamedBy(variable) &&
           llvm::is_contained(buffer.address.dependsOn, variable);
  });
}

bool usesNumbers(const Operation &operation) {
  return llvm::any_of(operation.buffers,
                      [](const Access &buffer) { return buffer.address.usesNumbers; });
}

/// Whether the buffer is found through something that code out of sight may change.
bool dependsOnOthers(const Operation &operation, const FunctionInfo &info) {
  return usesNumbers(operation) || llvm::any_of(operation.buffers, [&](const Access &buffer) {
           return llvm::any_of(buffer.address.dependsOn,
                               [&](const ValueDecl *variable) { return !info.isStable(variable); });
         });
}

/// Whether the buffer may be another one when that other code has run.
bool mayMove(const Action &action, const Operation &operation, const FunctionInfo &info) {
  if (action.isDescribed && !action.changesHandles)
    return action.changesNumbers && usesNumbers(operation);
  return dependsOnOthers(operation, info);
}

bool livesIn(const Operation &operation, const ValueDecl *variable) {
  return llvm::any_of(operation.buffers,
                      [&](const Access &buffer) { return buffer.address.object == variable; });
}

/// Whether one iteration of a loop issued the operation, with a buffer that the thread that runs
/// another may not have.
bool isOfThread(const Operation &operation, const Construct *loop, const FunctionInfo &info) {
  const Construct *construct = info.openMp.around(operation.issue);
  while (construct && construct != loop)
    construct = construct->outer;
  return construct && llvm::any_of(operation.buffers, [&](const Access &buffer) {
           return info.openMp.mayBeThreads(buffer.address.object, loop) ||
                  llvm::any_of(buffer.address.dependsOn, [&](const ValueDecl *variable) {
                    return info.openMp.mayBeThreads(variable, loop);
                  });
         });
}

bool isPrivate(std::optional<unsigned> window, const FunctionInfo &info) {
  return window && info.windows[*window].isPrivate;
}

} // namespace

bool answersLater(const MpiCall &call) {
  return call.call == Call::Test || call.call == Call::Testall || call.call == Call::Win_test;
}

bool isUnanswered(const MpiCall &call, const FunctionInfo &info) {
  if (!answersLater(call))
    return false;
  const Expr *flag = call.argument(Role::Flag), *request = call.argument(Role::Request);
  if (!request)
    request = call.argument(Role::Requests);
  if (request && info.areLookedAt(request))
    return false;
  if (!info.isLookedAt(flag))
    return request;
  auto *named = referenceOrAddress(flag);
  return named && info.isStable(named->getDecl()) && info.tests.contains(named->getDecl());
}

bool isCompletion(EventKind kind) {
  return kind == EventKind::Completion || kind == EventKind::RequestEnd;
}

bool isLocalFlush(EventKind kind) {
  return kind == EventKind::FlushLocal || kind == EventKind::FlushLocalAll;
}

bool mayCompleteRequest(const MpiCall &call, const Operation &operation, const FunctionInfo &info) {
  if (!isCompletion(call.kind()) || !operation.hasRequest)
    return false;
  return !operation.request.isApart(requestsOf(call, info));
}

bool mayComplete(const Action &action, const Operation &operation, const FunctionInfo &info) {
  const MpiCall &call = action.call;
  if (isCompletion(call.kind()))
    return mayCompleteRequest(call, operation, info) && !isUnanswered(call, info);
  if (call.kind() == EventKind::Finalize)
    return true;
  if (!mayCompleteOnWindow(call.kind()))
    return false;
  const Expr *rank = call.argument(Role::Target);
  if (rank && !targetOf(rank, info).mayBe(operation.target))
    return false;
  return info.mayBeSame(action.window, operation.window);
}

bool ends(const Action &action, const Operation &operation, const FunctionInfo &info) {
  // Other code may detach what was attached.
  if (operation.isAttachment && action.kind == Action::Kind::Synchronizes)
    return true;
  if (operation.isAttachment && action.kind == Action::Kind::Call)
    return action.call.kind() == EventKind::WinDetach || action.call.kind() == EventKind::WinFree ||
           action.call.kind() == EventKind::Finalize;
  switch (action.kind) {
  case Action::Kind::Call:
    return mayComplete(action, operation, info);
  case Action::Kind::Answer:
    return mayCompleteRequest(action.call, operation, info);
  case Action::Kind::Waits:
    return operation.request.variable == action.variable;
  case Action::Kind::Modify:
    return action.variable ? isFoundBy(operation, action.variable)
                           : dependsOnOthers(operation, info);
  case Action::Kind::ModifyNumber:
    return usesNumbers(operation);
  case Action::Kind::Expire:
    // A parameter does not come back with another value.
    if (isa<ParmVarDecl>(action.variable))
      return livesIn(operation, action.variable);
    [[fallthrough]];
  case Action::Kind::Redeclare:
    return dependsOn(operation, action.variable) || livesIn(operation, action.variable);
  case Action::Kind::NextThread:
    return isOfThread(operation, action.construct, info);
  case Action::Kind::Modifies:
    return mayMove(action, operation, info);
  case Action::Kind::Synchronizes:
    if (action.invocation ? mayMove(action, operation, info) : dependsOnOthers(operation, info))
      return true;
    if (action.invocation)
      return mayComplete(*action.invocation, operation, Completes::AtOrigin, info);
    return !isPrivate(operation.window, info) ||
           (operation.hasRequest && !operation.request.variable);
  default:
    return false;
  }
}

bool mayCompleteOnWindow(EventKind kind) {
  switch (kind) {
  case EventKind::Fence:
  case EventKind::Complete:
  case EventKind::Unlock:
  case EventKind::UnlockAll:
  case EventKind::Flush:
  case EventKind::FlushAll:
  case EventKind::FlushLocal:
  case EventKind::FlushLocalAll:
  case EventKind::WinFree:
  case EventKind::WinCreate:
    return true;
  default:
    return false;
  }
}

bool completesLocallyOnly(const Action &action, const Operation &operation,
                          const FunctionInfo &info) {
  if (action.kind != Action::Kind::Call)
    return false;
  const MpiCall &call = action.call;
  if (call.kind() == EventKind::Completion)
    return call.call == Call::Wait && operation.request.isSame(requestsOf(call, info));
  if (!isLocalFlush(call.kind()) || !action.window || action.window != operation.window)
    return false;
  const Expr *rank = call.argument(Role::Target);
  return !rank || targetOf(rank, info).isSurely(operation.target);
}

bool endsAtTarget(const Action &action, const Operation &operation, const FunctionInfo &info) {
  switch (action.kind) {
  case Action::Kind::Call:
    // RMA-RULES 2: what is complete at its origin is so at its target where it brought data back.
    if ((isLocalFlush(action.call.kind()) || isCompletion(action.call.kind())) &&
        !bringsBack(operation.call.kind()))
      return false;
    return mayComplete(action, operation, info);
  case Action::Kind::Answer:
    return bringsBack(operation.call.kind()) && mayCompleteRequest(action.call, operation, info);
  case Action::Kind::Waits:
    return bringsBack(operation.call.kind()) && operation.request.variable == action.variable;
  case Action::Kind::Modify:
  case Action::Kind::Expire:
  case Action::Kind::Redeclare:
    return action.variable && isFoundBy(operation.target, action.variable, info);
  case Action::Kind::ModifyNumber:
    return isFoundBy(operation.target, nullptr, info);
  case Action::Kind::Modifies:
    return action.changesNumbers && isFoundBy(operation.target, nullptr, info);
  case Action::Kind::Synchronizes:
    if (action.changesNumbers && isFoundBy(operation.target, nullptr, info))
      return true;
    if (action.invocation)
      return mayComplete(
          *action.invocation, operation,
          bringsBack(operation.call.kind()) ? Completes::AtOrigin : Completes::AtTarget, info);
    return !isPrivate(operation.window, info);
  default:
    return false;
  }
}

} // namespace fencepost::plugin
