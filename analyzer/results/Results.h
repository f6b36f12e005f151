//===- Results.h - findings, severities and notes ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process collects what it found; Gather.h brings it to process 0. Values
// are integers and merging is associative, so the outcome does not depend on
// how many processes share the ranks.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_RESULTS_H
#define FENCEPOST_ANALYZER_RESULTS_RESULTS_H

#include "analyzer/results/Metric.h"
#include "analyzer/results/Severities.h"
#include "analyzer/results/WaitInstance.h"
#include "analyzer/trace/Event.h"
#include "model/Finding.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace fencepost::analyzer {

/// A place of a finding; the names are those of the results' `place` table, "" where unknown.
struct PlaceOfFinding {
  std::string role;
  std::string kind;
  std::string side;
  uint32_t rank = kNone;
  uint32_t thread = kNone;
  uint32_t context = kNone; // gives site and path
  uint32_t target = kNone;
  std::optional<int64_t> rangeBegin = {}, rangeEnd = {};
  uint32_t unit = 0;      // bytes of an element of the range; 0: unknown
  uint32_t epoch = kNone; // context of the call that opened the access's epoch
};

struct FoundInstance {
  FindingId id;
  std::string message, why, advice;
  std::vector<PlaceOfFinding> places; // a race's two accesses first
  std::set<uint32_t> ranks;
  uint64_t instances = 1;
};

/// Which of two instances of a finding speaks for it.
bool comesFirst(const FoundInstance &a, const FoundInstance &b);

/// Counts `other` into `to`, which afterwards speaks for both.
void mergeInstance(FoundInstance &to, FoundInstance other);

/// A part of a metric's value, and when it came about.
struct TimedValue {
  Metric metric;
  uint32_t rank;
  uint64_t time; // ticks
  uint64_t value;
};

/// Waits that the results list, of the whole run.
inline constexpr std::size_t kMostWaits = 1000;

class Results {
public:
  /// Instances with the same id and the same sites of the first two places are one finding, counted
  /// and told by the instance whose ranks and texts come first (comesFirst).
  void add(FoundInstance instance);
  /// Adds ticks, bytes or a count to a metric; kNone for a context of none.
  void add(Metric metric, uint32_t context, uint32_t rank, uint64_t value);
  /// Keeps the longest waits.
  void add(const WaitInstance &wait);
  /// Says when a part of what is added to a metric came about. Only for those who listen (`timed`).
  void at(uint64_t time, Metric metric, uint32_t rank, uint64_t value) {
    if (timed && value)
      timed->push_back({metric, rank, time, value});
  }
  void note(std::string text) { notes.insert(std::move(text)); }

  Severities severities;
  /// By id and the contexts of the first two places.
  std::map<std::tuple<FindingId, uint32_t, uint32_t>, FoundInstance> findings;
  std::set<std::string> notes;
  struct LongestFirst {
    bool operator()(const WaitInstance &a, const WaitInstance &b) const {
      return a.ticks() != b.ticks() ? a.ticks() > b.ticks() : a < b;
    }
  };
  std::set<WaitInstance, LongestFirst> waits;
  /// All waits of the phase that is looked at, until Causes takes them; not gathered.
  std::vector<WaitInstance> found;
  /// Of the phase that is looked at, where somebody wants to know; not gathered.
  std::optional<std::vector<TimedValue>> timed;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_RESULTS_H
