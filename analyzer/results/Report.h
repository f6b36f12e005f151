//===- Report.h - the results as they are written ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/results-schema.md describes, row by row, in an order that depends
// on nothing but the trace.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_REPORT_H
#define FENCEPOST_ANALYZER_RESULTS_REPORT_H

#include "analyzer/results/Prediction.h"
#include "analyzer/results/Results.h"
#include "analyzer/results/Suppressions.h"
#include "analyzer/trace/Reader.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fencepost::analyzer {

class OverTime;

inline constexpr int64_t kNoRow = -1;

/// One rank of the run, as one analysis process saw it.
struct RankRow {
  uint32_t rank;
  uint32_t threads;
  uint64_t begin, end; // ticks
  bool complete;
};

struct PathRow {
  int64_t parent; // row of the parent, kNoRow
  int64_t site;
  std::string frame;
};

struct SeverityRow {
  Metric metric;
  int64_t path;
  uint32_t rank;
  double value;
};

struct WaitRow {
  WaitInstance wait;
  int64_t path, latePath;
};

struct PlaceRow {
  PlaceOfFinding place;
  int64_t site, path, epoch; // epoch: site of the call that opened it
};

struct FindingRow {
  FoundInstance found;
  std::vector<PlaceRow> places;
  std::optional<std::string> suppressed;
};

/// Row numbers of sites and paths are those of their vectors.
struct Report {
  std::map<std::string, std::string> meta;
  std::vector<RankRow> ranks;
  uint64_t begin = 0; // ticks of the first event
  std::vector<Site> sites;
  std::vector<std::string> siteTexts; // the source line of each, without blanks around it
  std::vector<PathRow> paths;
  std::vector<SeverityRow> severities;
  std::vector<WaitRow> waits; // the longest first
  std::vector<FindingRow> findings;
  std::vector<Suppressions::Rule> suppressions;
  std::vector<std::string> notes;
  std::shared_ptr<OverTime> overTime; // where iterations were asked for
  std::vector<Prediction> predictions; // in the order of the changes asked for

  /// Whether there is a finding at error level that nothing suppresses.
  bool hasErrors() const;
};

Report makeReport(const Trace &trace, Results results, std::vector<RankRow> ranks,
                  Suppressions &suppressions);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_REPORT_H
