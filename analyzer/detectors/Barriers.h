//===- Barriers.h - barriers beside fences that order nothing further --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence that does not assert MPI_MODE_NOPRECEDE ends on no rank before all
// have called it, as a barrier of the window's ranks does. Of the two one is
// enough where no rank does anything between them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_BARRIERS_H
#define FENCEPOST_ANALYZER_DETECTORS_BARRIERS_H

#include "analyzer/Analysis.h"

#include <map>

namespace fencepost::analyzer {

class Barriers {
public:
  void look(const Analysis &phase);
  /// One finding for each line of barriers all of which are beside a fence. Collective.
  void report(Analysis &analysis) const;

private:
  /// Barriers of a context. Trivially copyable.
  struct Row {
    uint32_t context;
    uint32_t fence = kNone; // context of a fence beside one
    bool before = false;    // the fence comes before it
    uint64_t calls = 0, beside = 0;
  };
  /// A rank's last barrier or fence, as far as nothing came after it.
  struct Last {
    EventKind kind = EventKind::Local;
    uint32_t context = kNone, comm = kNone;
    bool counted = false; // a barrier beside a fence
  };

  void visit(const Definitions &definitions, const Event &event, bool alone, Last &last);
  bool sameRanks(const Definitions &definitions, uint32_t a, uint32_t b);
  void count(Row &row, uint32_t fence, bool before);

  std::map<uint32_t, Row> rows;                       // by context
  std::map<uint32_t, Last> lasts;                     // by rank
  std::map<std::pair<uint32_t, uint32_t>, bool> same; // communicators
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_BARRIERS_H
