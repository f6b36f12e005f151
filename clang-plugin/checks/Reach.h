//===- checks/Reach.h - whom a few processes reach ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets such as `rank + 1 < size ? rank + 1 : MPI_PROC_NULL`, and questions
// such as `if (rank + 1 < size)`, are worked out for each of the processes
// where there are two, three and four.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_REACH_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_REACH_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CFGBlock;
class Expr;
} // namespace clang

namespace fencepost::plugin {

struct Step;

struct Reach {
  static constexpr int64_t kFewest = 2, kMost = 4; // processes

  /// By their number and the process's rank: a bit for each of those that it reaches.
  std::array<std::array<uint8_t, kMost>, kMost - kFewest + 1> reached = {};
  std::array<bool, kMost - kFewest + 1> isOutside = {}; // a target, of so many
  std::vector<const clang::CFGBlock *> questions;       // that decide who comes there

  uint8_t of(int64_t processes, int64_t rank) const { return reached[processes - kFewest][rank]; }

  bool isMeantFor(int64_t processes) const { return !isOutside[processes - kFewest]; }

  /// Whether some process reaches others where there are more.
  bool dependsOnNumber() const;
  /// Whether, however many there are, some process reaches another one that reaches itself.
  bool meetsOwner(const Reach &owner) const;
  /// Whether two processes reach one, where there are so many or more.
  bool meetsAtOne(const Reach &other, int64_t fewest) const;
  /// Whether one question decides that a process comes to the one, or to the other.
  bool isParted(const Reach &other) const;
};

/// Whom the processes that come to the block reach: themselves; with a target, that one; with
/// `isToAll`, all, or all but themselves. Nothing where it is not known.
std::optional<Reach> reachOf(const Step &step, const clang::CFGBlock *block,
                             const std::string &comm, const clang::Expr *target, bool isToAll,
                             bool isToOthers);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_REACH_H
