//===- Results.h - what an analysis found, as the reporters see it --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/results-schema.md says what the fields mean.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_RESULTS_H
#define FENCEPOST_DRIVER_RESULTS_RESULTS_H

#include "model/Finding.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost::driver {

/// A place in the source. Texts are empty and numbers 0 where unknown.
struct SourceSite {
  std::string file;
  std::string directory;
  int64_t line = 0;
  int64_t column = 0;
  std::string function;
  std::string call;
  std::string window;
  std::string expression;
  std::string text; // the line when the trace was analysed, without blanks around it
};

/// Frames "function:line", the outermost first.
using CallPath = std::vector<std::string>;

struct FindingPlace {
  std::string role;
  std::string kind;
  std::string side;
  std::optional<int64_t> rank;
  std::optional<int64_t> thread;
  SourceSite site;
  CallPath path;
  std::optional<int64_t> target;
  std::optional<int64_t> rangeBegin;
  std::optional<int64_t> rangeEnd;
  int64_t unit = 0;                // bytes of an element of the range; 0: unknown
  std::optional<SourceSite> epoch; // the call that opened the access's epoch
};

/// The elements of a place's range, the first and the one after the last; nothing where they are
/// unknown or the range is not made of whole ones.
std::optional<std::pair<int64_t, int64_t>> elementsOf(const FindingPlace &place);

struct ReportedFinding {
  std::string id;
  Level level = Level::Note;
  std::string origin;
  int64_t instances = 0;
  std::string message;
  std::string why;
  std::string advice;
  std::optional<std::string> suppressed; // by what
  std::vector<int64_t> ranks;
  std::vector<FindingPlace> places;
};

/// A rule of the suppressions file.
struct SuppressionRule {
  std::string text;
  int64_t findings = 0; // that it matched
};

/// Results of an earlier run, whose findings are known.
struct Baseline {
  std::string file;
  int64_t known = 0; // findings of this run that it has, too
};

struct PathValue {
  CallPath path; // empty: on no call path
  SourceSite site;
  double value = 0;
};

/// One of the longest waits.
struct Wait {
  std::string metric;
  int64_t rank = 0, thread = 0;
  double begin = 0, end = 0; // seconds since the run's first event
  CallPath path;
  SourceSite site;
  int64_t lateRank = 0, lateThread = 0; // that was waited for
  double arrival = 0;
  CallPath latePath;
  SourceSite lateSite;
};

struct Metric {
  std::string id;
  std::string parent; // another metric's id, or ""
  std::string unit;   // "s", "count", "bytes"
  std::string title;
  double total = 0;
  std::vector<double> byRank;
  std::vector<PathValue> byPath; // the largest first
};

/// The iterations of a loop; metrics are summed over the ranks but where a rank is named.
struct OverTime {
  std::string wanted; // "auto" or FILE:LINE
  SourceSite site;    // of the mark
  std::string path;   // "main:12 > step:40"
  int64_t paths = 0;  // on which it is entered
  int64_t iterations = 0;
  double share = 0; // of the ranks' time
  double leastSeconds = 0, medianSeconds = 0;

  struct Metric {
    std::string id, unit;
    double least = 0, median = 0, most = 0;
    int64_t worst = 0; // iteration
  };
  std::vector<Metric> metrics; // those that are not 0

  struct Value {
    double least = 0, median = 0, most = 0, total = 0; // over the ranks
    int64_t rank = 0;                                  // of the most
  };
  struct Iteration {
    int64_t number = 0;
    double begin = 0, seconds = 0;
    std::map<std::string, Value, std::less<>> values; // by metric
  };
  std::vector<Iteration> longest; // the longest first

  /// Iterations that are alike.
  struct Cluster {
    int64_t iterations = 0;
    double seconds = 0;                            // on average
    std::vector<std::pair<int64_t, int64_t>> runs; // first and last, the first ones
    int64_t moreRuns = 0;                          // that are left out
    std::map<std::string, std::vector<double>, std::less<>> byRank; // by metric, on average
  };
  double alike = 0;              // what they differ by at most
  std::vector<Cluster> clusters; // by their first iterations

  /// Means over some ranks and iterations.
  struct Heat {
    int64_t rows = 0, columns = 0;                                  // of ranks, of iterations
    std::map<std::string, std::vector<double>, std::less<>> values; // by metric; row by row
  };
  Heat heat;

  const Metric *metric(std::string_view id) const {
    for (const Metric &metric : metrics)
      if (metric.id == id)
        return &metric;
    return nullptr;
  }
};

/// What the run would take with a change (docs/what-if.md). Times in seconds.
struct Prediction {
  std::string change; // as it was asked for
  int64_t calls = 0;  // that it concerns
  double recorded = 0, replayed = 0, predicted = 0;
  std::vector<std::string> assumptions; // sentences

  double saved() const { return replayed - predicted; }
};

struct Results {
  std::string file; // as the user named it
  std::map<std::string, std::string, std::less<>> meta;
  int64_t ranks = 0;
  int64_t threads = 0;
  double seconds = 0;
  bool complete = true;
  std::vector<std::string> notes;
  std::vector<ReportedFinding> findings; // errors first, then warnings, then notes
  std::vector<SuppressionRule> suppressions;
  std::optional<Baseline> baseline; // then `findings` are those that it does not have
  std::vector<Metric> metrics;
  std::vector<Wait> waits; // the longest first
  std::optional<OverTime> overTime;
  std::vector<Prediction> predictions;

  /// A fact of the run, or "".
  std::string_view fact(std::string_view key) const {
    auto found = meta.find(key);
    return found == meta.end() ? std::string_view() : found->second;
  }
  const Metric *metric(std::string_view id) const {
    for (const Metric &metric : metrics)
      if (metric.id == id)
        return &metric;
    return nullptr;
  }
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_RESULTS_H
