//===- State.cpp - what is known of windows and operations at a point -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "Completion.h"
#include "FunctionInfo.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether a local flush is needed for what another operation brings back.
bool alsoBringsBack(const Action &action, const State &state, const FunctionInfo &info,
                    const FlowGraph &graph) {
  for (std::size_t i = 0; i < graph.operations.size(); ++i)
    if ((state.operations[i] & kInFlight) && bringsBack(graph.operations[i].call.kind()) &&
        mayComplete(action, graph.operations[i], info))
      return true;
  return false;
}

/// Whether something else stands between a local completion and what follows.
bool comesBetween(const Action &action, const Operation &operation) {
  switch (action.kind) {
  case Action::Kind::Call:
  case Action::Kind::LocalCall:
  case Action::Kind::Modifies:
  case Action::Kind::Synchronizes:
    return true;
  case Action::Kind::Access:
    return action.access.writes && llvm::any_of(operation.buffers, [&](const Access &buffer) {
             return buffer.address.root == action.access.address.root;
           });
  default:
    return false;
  }
}

void applyAtTargets(const Action &action, State &state, const FunctionInfo &info,
                    const FlowGraph &graph) {
  bool mayBeLocal = action.kind == Action::Kind::Call &&
                    (isLocalFlush(action.call.kind()) || isCompletion(action.call.kind())) &&
                    !alsoBringsBack(action, state, info, graph);
  for (std::size_t i = 0; i < graph.operations.size(); ++i) {
    uint8_t &progress = state.remote[i];
    if (!(progress & (kInFlight | kLocallyCompleted)))
      continue;
    const Operation &operation = graph.operations[i];
    uint8_t others = progress & ~(kInFlight | kLocallyCompleted);
    if (endsAtTarget(action, operation, info))
      progress = others | kCompleted;
    else if (mayBeLocal && completesLocallyOnly(action, operation, info))
      progress = others | kLocallyCompleted;
    else if ((progress & kLocallyCompleted) && comesBetween(action, operation))
      progress = others | kInFlight;
  }
}

/// Whether the window's path may name another window after the variable (null: something in
/// memory) has changed.
bool isRenamed(const Window &window, const ValueDecl *variable, const FunctionInfo &info) {
  if (window.isPrivate)
    return false;
  const WindowPath &path = window.path;
  return variable ? llvm::is_contained(path.dependsOn, variable)
                  : !(path.root && path.steps.empty() && info.isStable(path.root));
}

class Application {
public:
  Application(const Action &action, State &state, const FunctionInfo &info, const FlowGraph &graph)
      : action(action), state(state), info(info), graph(graph) {}

  void windows() {
    switch (action.kind) {
    case Action::Kind::Modify:
      return modify(action.variable);
    case Action::Kind::Redeclare:
      modify(action.variable);
      for (unsigned i = 0; i < info.windows.size(); ++i)
        if (info.windows[i].path.root == action.variable)
          state.windows[i] =
              isEmpty(i, cast<VarDecl>(action.variable)) ? Situations{Epochs{}} : anything();
      return;
    case Action::Kind::ModifyNumber:
      return modifyNumber();
    case Action::Kind::Modifies:
      if (action.changesHandles)
        modify(nullptr);
      if (action.changesNumbers)
        modifyNumber();
      return;
    case Action::Kind::Synchronizes:
      if (action.changesNumbers)
        modifyNumber();
      return action.invocation ? invoke(*action.invocation) : unseen();
    case Action::Kind::Answer:
      if (action.window)
        state.windows[*action.window] = afterAnswer(state.windows[*action.window]);
      return;
    case Action::Kind::Call:
      return call();
    default:
      return;
    }
  }

private:
  const Action &action;
  State &state;
  const FunctionInfo &info;
  const FlowGraph &graph;

  void modify(const ValueDecl *variable) {
    for (unsigned i = 0; i < info.windows.size(); ++i) {
      forget(state.windows[i], variable, info);
      if (!isRenamed(info.windows[i], variable, info))
        continue;
      state.windows[i] = anything();
      for (std::size_t k = 0; k < graph.operations.size(); ++k) {
        if (graph.operations[k].window != i)
          continue;
        for (uint8_t *progress : {&state.operations[k], &state.remote[k]})
          if (*progress & ~(kNotIssued | kCompleted))
            *progress = (*progress & kNotIssued) | kCompleted;
      }
    }
  }

  void modifyNumber() {
    for (Situations &situations : state.windows)
      forget(situations, nullptr, info);
  }

  bool isEmpty(unsigned window, const VarDecl *variable) const {
    return info.windows[window].isLocal && info.startsEmpty(variable, info.windows[window].path);
  }

  void unseen() {
    for (unsigned i = 0; i < info.windows.size(); ++i)
      if (!info.windows[i].isPrivate)
        state.windows[i] = anything();
  }

  /// What is done to one window may be done to another of which it is not known that it is not the
  /// same.
  void blur(std::optional<unsigned> window, const std::vector<WindowEffect> &others = {}) {
    for (unsigned i = 0; i < info.windows.size(); ++i)
      if (i != window && info.mayBeSame(i, window) &&
          llvm::none_of(others, [&](const WindowEffect &other) { return other.window == i; }))
        state.windows[i] = anything();
  }

  void invoke(const Invocation &invocation) {
    for (const WindowEffect &effect : invocation.windows) {
      state.windows[effect.window] =
          afterFunction(state.windows[effect.window], effect.left, &invocation);
      blur(effect.window, invocation.windows);
    }
    if (action.changesHandles)
      modify(nullptr);
  }

  void call() {
    EventKind kind = action.call.kind();
    if (kind == EventKind::Finalize)
      state.windows.assign(info.windows.size(), {Epochs{}});
    if (!concernsWindows(kind))
      return;
    if (action.window)
      state.windows[*action.window] = afterCall(state.windows[*action.window], action.call, info);
    if (changesEpochs(kind))
      blur(action.window);
  }

  static bool changesEpochs(EventKind kind) {
    return kind == EventKind::WinFree || (isSynchronization(kind) && kind < EventKind::Flush);
  }
};

} // namespace

State State::atEntry(const FunctionInfo &info, const FlowGraph &graph) {
  State state;
  state.isReachable = true;
  for (const Window &window : info.windows)
    state.windows.push_back(window.isLocal ? Situations{Epochs{}} : plugin::atEntry());
  state.operations.assign(graph.operations.size(), kNotIssued);
  state.requests = state.remote = state.operations;
  for (auto [member, value] : info.calledFor.flags.value_or(Flags()))
    state.flags[{nullptr, member}] = value;
  return state;
}

State State::unknown(const FunctionInfo &info, const FlowGraph &graph) {
  State state;
  state.isReachable = true;
  state.windows.assign(info.windows.size(), anything());
  state.operations.assign(graph.operations.size(), kNotIssued | kInFlight | kCompleted);
  state.requests = state.remote = state.operations;
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
  for (std::size_t i = 0; i < windows.size(); ++i)
    add(windows[i], other.windows[i]);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    operations[i] |= other.operations[i];
    remote[i] |= other.remote[i];
    requests[i] |= other.requests[i];
  }
  std::erase_if(flags, [&](const auto &flag) {
    auto same = other.flags.find(flag.first);
    return same == other.flags.end() || same->second != flag.second;
  });
  return !(*this == before);
}

namespace {

/// The member of the method's object that the path is; null for any other.
const FieldDecl *ownHandle(const WindowPath &path) {
  auto *member = path.dependsOn.size() == 1 ? dyn_cast<FieldDecl>(path.dependsOn[0]) : nullptr;
  return !path.root && member && path.steps == "*" + stepOf(member) ? member : nullptr;
}

/// What the members of objects hold after the action.
void applyFlags(const Action &action, State &state, const FunctionInfo &info) {
  switch (action.kind) {
  case Action::Kind::Call:
    // Who uses a window has one.
    if (const FieldDecl *member = action.window && info.calledFor.flags
                                      ? ownHandle(info.windows[*action.window].path)
                                      : nullptr)
      state.flags[{nullptr, member}] = action.call.kind() != EventKind::WinFree;
    return;
  case Action::Kind::Flag:
    state.flags[{action.object, cast<FieldDecl>(action.variable)}] = action.value;
    return;
  case Action::Kind::Modify:
  case Action::Kind::Redeclare:
    std::erase_if(state.flags, [&](const auto &flag) {
      if (action.isOfOthers && flag.first.first == action.object)
        return false;
      return flag.first.second == action.variable ||
             (action.variable && flag.first.first == action.variable);
    });
    return;
  default:
    return;
  }
}

const Variant *variantOf(const Action &action, const State &state) {
  Flags flags = ofObject(state.flags, action.object);
  for (const Variant &variant : *action.variants)
    if (variant.assumed == flags)
      return &variant;
  return nullptr;
}

} // namespace

/// Whether the action may complete the operation's request.
static bool endsRequest(const Action &action, const Operation &operation,
                        const FunctionInfo &info) {
  if (action.kind == Action::Kind::Call)
    return mayCompleteRequest(action.call, operation, info);
  if (action.kind == Action::Kind::Waits)
    return operation.request.variable == action.variable;
  return action.kind == Action::Kind::Synchronizes && !operation.request.variable &&
         (!action.invocation || action.invocation->completesRequests);
}

void apply(const Action &action, State &state, const FunctionInfo &info, const FlowGraph &graph) {
  const Variant *variant = action.variants ? variantOf(action, state) : nullptr;
  if (variant) {
    Action chosen = action;
    chosen.variants = nullptr;
    if (variant->invocation)
      chosen.invocation = variant->invocation;
    apply(chosen, state, info, graph);
    for (const FieldDecl *member : action.flags)
      state.flags.erase({action.object, member});
    for (auto [member, value] : variant->left)
      state.flags[{action.object, member}] = value;
    return;
  }
  for (const FieldDecl *member : action.flags)
    state.flags.erase({action.object, member});
  applyFlags(action, state, info);
  if (action.kind == Action::Kind::Stop) {
    state.isReachable = false;
    return;
  }
  applyAtTargets(action, state, info, graph);
  for (std::size_t i = 0; i < graph.operations.size(); ++i) {
    // A loop begins anew, and with it its first iteration.
    const Induction *loop = graph.operations[i].firstOf;
    if (loop && action.kind == Action::Kind::Redeclare && action.variable == loop->variable &&
        (state.operations[i] & kCompleted))
      state.operations[i] = (state.operations[i] & ~kCompleted) | kNotIssued;
    if ((state.operations[i] & kInFlight) && ends(action, graph.operations[i], info))
      state.operations[i] = (state.operations[i] & ~kInFlight) | kCompleted;
    if ((state.requests[i] & kInFlight) && endsRequest(action, graph.operations[i], info))
      state.requests[i] = (state.requests[i] & ~kInFlight) | kCompleted;
  }
  // Without an epoch (rma-no-epoch) there is no telling when it ends.
  bool isInEpoch = action.window && action.operation &&
                   llvm::any_of(state.windows[*action.window], [&](const Epochs &epochs) {
                     const Target &target = graph.operations[*action.operation].target;
                     return epochs.hasAccess() && !epochs.isSurelyUnlocked(target);
                   });
  Application(action, state, info, graph).windows();
  if (action.issued) {
    const Operation &operation = graph.operations[*action.issued];
    bool isWithoutEpoch = !operation.isAttachment && operation.window &&
                          llvm::all_of(state.windows[*operation.window], [&](const Epochs &epochs) {
                            return !epochs.hasAccess() || epochs.isSurelyUnlocked(operation.target);
                          });
    state.operations[*action.issued] = isWithoutEpoch ? kCompleted : kInFlight;
    state.remote[*action.issued] = kCompleted; // what it does there is not followed
  }
  // Of a loop's iterations the first stands for itself, until something ends it.
  if (uint8_t *first = action.first ? &state.operations[*action.first] : nullptr;
      first && (*first & kNotIssued))
    *first = (*first & ~kNotIssued) | (isInEpoch || !action.window ? kInFlight : kCompleted);
  if (action.operation) {
    state.operations[*action.operation] = isInEpoch || !action.window ? kInFlight : kCompleted;
    state.remote[*action.operation] = isInEpoch ? kInFlight : kCompleted;
    if (graph.operations[*action.operation].request.isKnown())
      state.requests[*action.operation] = kInFlight;
  }
}

} // namespace fencepost::plugin
