//===- trial/Order.h - what happens before what in a trial ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_ORDER_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_ORDER_H

#include "trial/Events.h"

#include <optional>
#include <string>
#include <vector>

namespace fencepost::plugin::trial {

/// What a process has heard of the others, by process: calls that these have begun.
using Clock = std::vector<unsigned>;

void merge(Clock &clock, const Clock &other);

/// The calls of all processes, executed together as far as none waits for ever (RMA-RULES 3). In
/// doubt a call orders more than MPI says: of a root that is not known, a broadcast like a barrier.
/// Who waits for what others leave in a window has heard of all that they ever leave there.
class Order {
public:
  explicit Order(const std::vector<Course> &courses);

  /// Whether the calls fit together as far as they were executed.
  bool isSound() const { return sound; }

  /// How many calls of the process were executed.
  unsigned executed(unsigned process) const { return positions[process]; }

  /// Whether what the process did before that call of its own (by position) is known to have
  /// happened where another process has executed so many calls.
  bool isBefore(unsigned process, unsigned position, unsigned other, unsigned otherPosition) const {
    return knowledge[other][otherPosition][process] > position;
  }

  /// Whether a process whose wait was over before that other position may have read what the
  /// operation left.
  bool isObserved(unsigned process, unsigned position, unsigned other,
                  unsigned otherPosition) const;

private:
  const std::vector<Course> &courses;
  bool sound = true;
  std::vector<unsigned> positions;
  std::vector<std::vector<Clock>> knowledge; // by process and position

  std::vector<std::optional<Clock>> heard; // by process: when its waits end; none: they never do

  std::optional<Clock> heardBy(unsigned process) const;
};

/// Where an operation reads or writes at its target, in bytes of the memory there.
struct TargetPlace {
  std::string window;
  int64_t target;
  int64_t begin; // of its pieces
};

/// None where it is not known, or there is nothing.
std::optional<TargetPlace> placeOf(const std::vector<Course> &courses, unsigned process,
                                   const CallEvent &operation);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_ORDER_H
