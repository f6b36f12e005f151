//===- Call.h - a call that an error is about -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ERRORS_CALL_H
#define FENCEPOST_ANALYZER_ERRORS_CALL_H

#include "analyzer/Analysis.h"
#include "analyzer/match/Exchange.h"

#include <set>
#include <string>
#include <tuple>

namespace fencepost::analyzer {

/// Bits of docs/trace-format.md.
enum Assertion : uint32_t {
  kNoCheck = 1,
  kNoStore = 2,
  kNoPut = 4,
  kNoPrecede = 8,
  kNoSucceed = 16,
};

/// As it travels between processes.
struct CallAt {
  uint32_t rank = kNone;
  uint32_t thread = 0;
  uint32_t context = kNone;
  bool operator<(const CallAt &other) const {
    return std::tie(rank, thread, context) < std::tie(other.rank, other.thread, other.context);
  }
};

inline CallAt callAt(const LocationTrace &location, const Event &event) {
  return {location.rank, location.thread, event.context};
}

/// "MPI_Put at line 12 on rank 1".
std::string describe(const Definitions &definitions, const CallAt &call);

PlaceOfFinding placeOf(const Definitions &definitions, std::string role, const CallAt &call);

/// Whether the operation changes its target's memory.
bool updatesTarget(const Definitions &definitions, const Event &event);

/// Adds a finding of an assertion in `call`, which `other` contradicts.
void addWrongAssertion(const Analysis &analysis, const CallAt &call, const char *role,
                       const CallAt &other, const std::string &message, const char *why,
                       const char *advice);

/// Adds the windows of which `uses` says so for any event of any process. Collective.
template <typename Uses>
void addWindowsThat(const Analysis &analysis, Uses uses, std::set<uint32_t> &windows) {
  std::set<uint32_t> mine;
  for (const LocationTrace &location : analysis.trace.locations)
    for (const Event &event : location.events)
      if (event.window != kNone && uses(event))
        mine.insert(event.window);
  for (const auto &from : allGather(analysis.comm, std::vector<uint32_t>(mine.begin(), mine.end())))
    windows.insert(from.begin(), from.end());
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ERRORS_CALL_H
