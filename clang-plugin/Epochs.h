//===- Epochs.h - which epochs a window has open --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a window that comes from elsewhere it is not known what is open when the
// function begins. A call says something of what came before it, since the
// program is taken to be correct so far: after MPI_Win_unlock_all nothing is
// locked. What a function leaves of the epochs that it found tells its callers
// what calling it does.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_EPOCHS_H
#define FENCEPOST_CLANG_PLUGIN_EPOCHS_H

#include "MpiCall.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace clang {
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct Invocation;
struct WindowPath;

/// A target rank, as far as it can be told from others.
struct Target {
  std::optional<int64_t> constant = std::nullopt;
  const WindowPath *place = nullptr; // that holds the rank, one object for each in a function
  std::optional<int64_t> shift = std::nullopt; // from the own rank, in a program of one world

  auto operator<=>(const Target &) const = default;

  bool isKnown() const { return constant || place || shift; }
  bool isSurely(const Target &other) const {
    return isKnown() && (*this == other || (shift && shift == other.shift));
  }
  bool mayBe(const Target &other) const {
    // With two processes those before and behind this one are the same.
    if (shift && other.shift)
      return *shift - *other.shift != 1 && *other.shift - *shift != 1;
    return !constant || !other.constant || *constant == *other.constant;
  }
};

Target targetOf(const clang::Expr *rank, const FunctionInfo &info);

/// Whether the rank may be another one when the variable (null: some number in memory) has changed.
bool isFoundBy(const Target &target, const clang::ValueDecl *variable, const FunctionInfo &info);

/// A lock that is held.
struct HeldLock {
  Target target;
  const clang::CallExpr *call;

  auto operator<=>(const HeldLock &) const = default;
};

/// What may be open besides the epochs that are known.
enum class Rest : uint8_t {
  Nothing,
  Entry,    // what was when the function was entered
  Anything, // whatever code out of sight did
};

/// What epochs a window has open. Each pointer is the call that opened it, or null.
struct Epochs {
  const clang::CallExpr *fence = nullptr;   // a fence that operations may follow
  const Invocation *fenceThrough = nullptr; // that came to it, or null
  const clang::CallExpr *start = nullptr;
  const clang::CallExpr *post = nullptr;
  const clang::CallExpr *lockAll = nullptr;
  std::vector<HeldLock> locks;
  Rest rest = Rest::Nothing;     // access epochs
  Rest exposure = Rest::Nothing; // exposure epochs
  bool keepsFence = false;       // a fence before the function was entered is still the last
  std::vector<Target> unlocked;  // of the rest: targets that are surely not locked
  const clang::CallExpr *created = nullptr;
  const clang::CallExpr *freed = nullptr;
  const clang::CallExpr *operation = nullptr; // the first since an access epoch was opened
  const clang::CallExpr *closed = nullptr;    // the last access epoch, by this call

  bool isKnown() const { return rest == Rest::Nothing; }
  bool hasPassive() const { return lockAll || !locks.empty() || !isKnown(); }
  bool hasAccess() const { return hasPassive() || fence || start; }
  bool isSurelyUnlocked(const Target &target) const;

  /// Of an operation only whether there is one tells two situations apart.
  std::weak_ordering operator<=>(const Epochs &other) const;
  bool operator==(const Epochs &other) const { return (*this <=> other) == 0; }
};

using Situations = std::set<Epochs>;

/// Those of a window of which nothing is known.
Situations anything();
/// Those of a window that the function gets from elsewhere.
Situations atEntry();

/// Adds situations. Too many become one of which nothing is known, for good.
void add(Situations &situations, const Situations &more);

/// After a synchronization or operation on the window, or its creation or end.
Situations afterCall(const Situations &before, const MpiCall &call, const FunctionInfo &info);

/// After the flag of an MPI_Win_test has been looked at: it may have succeeded.
Situations afterAnswer(const Situations &before);

/// After that call of a function that leaves an unknown window in those other situations.
Situations afterFunction(const Situations &before, const Situations &function,
                         const Invocation *call);

/// The variable (null: some number in memory) gets another value: targets that it held are no
/// longer known by it.
void forget(Situations &situations, const clang::ValueDecl *variable, const FunctionInfo &info);

/// Replaces the variables of targets by what the caller passes for them.
Situations translated(const Situations &situations,
                      const std::function<Target(const Target &)> &translate);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_EPOCHS_H
