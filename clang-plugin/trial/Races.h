//===- trial/Races.h - races of processes on trial -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_RACES_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_RACES_H

#include "trial/Order.h"

#include "model/Finding.h"

#include <limits>
#include <map>
#include <optional>

namespace fencepost::plugin::trial {

/// One of two; without a call a load or store.
struct Side {
  const clang::Expr *expr;
  bool writes;
  std::optional<MpiCall> call;
  std::optional<MpiCall> end = std::nullopt; // completes it, as far as the race is about that
  std::optional<MpiCall> by = std::nullopt;  // whose buffer it is, rather than a load or store
};

struct Race {
  FindingId id;
  Side first, second; // in the source
  bool isOfOne;       // process, and no others
  bool isInOne;       // process, at least
  /// What completes the operation at its origin only, before the other process goes on.
  std::optional<MpiCall> weak;
  const clang::Expr *weakened; // that operation
  std::optional<MpiCall> lets; // the other one go on
};

/// By their places in the source.
using Races = std::map<std::pair<const clang::Expr *, const clang::Expr *>, Race>;

constexpr unsigned kNever = std::numeric_limits<unsigned>::max();

/// The call, of those that are executed, that completes the operation: at its target, or at its
/// origin; kNever: none.
unsigned completionOf(const Course &course, unsigned issue, unsigned executed, bool isLocal);

/// What no call of the processes orders. `infosAreEmpty`: of windows.
Races racesOf(const std::vector<Course> &courses, const Order &order, bool infosAreEmpty);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_RACES_H
