//===- State.h - what is known of windows and operations at a point -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state describes all paths that lead to a point at once. For each visible
// window it holds the set of situations the window may be in; for each
// operation, whether there are paths that never issued it, that leave it in
// flight, and that completed it. States only grow, so a fixpoint is reached.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_STATE_H
#define FENCEPOST_CLANG_PLUGIN_STATE_H

#include "Actions.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace fencepost::plugin {

/// A lock that is held.
struct HeldLock {
  std::optional<int64_t> target; // where constant
  const clang::CallExpr *call;

  auto operator<=>(const HeldLock &) const = default;
};

/// What epochs a window has open. Each pointer is the call that opened it, or null.
struct Epochs {
  const clang::CallExpr *fence = nullptr;          // a fence that operations may follow
  const clang::CallExpr *fenceOperation = nullptr; // the first that did
  const clang::CallExpr *start = nullptr;
  const clang::CallExpr *post = nullptr;
  const clang::CallExpr *lockAll = nullptr;
  std::vector<HeldLock> locks;
  bool isUnknown = false; // of locks: more than is followed

  auto operator<=>(const Epochs &) const = default;

  bool hasPassive() const { return lockAll || !locks.empty() || isUnknown; }
  bool hasAccess() const { return hasPassive() || fence || start; }
};

using Situations = std::set<Epochs>;

/// How an operation stands, as a set over the paths.
enum Progress : uint8_t {
  kNotIssued = 1,
  kInFlight = 2,
  kCompleted = 4, // or not to be followed any further
};

struct State {
  bool isReachable = false;
  std::vector<Situations> windows; // by FunctionInfo::windows
  std::vector<uint8_t> operations; // by FlowGraph::operations, sets of Progress

  static State atEntry(const FunctionInfo &info, const FlowGraph &graph);

  /// Adds the other's paths. Returns whether anything is new.
  bool join(const State &other);

  bool operator==(const State &) const = default;
};

/// The state after the action.
void apply(const Action &action, State &state, const FunctionInfo &info, const FlowGraph &graph);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_STATE_H
