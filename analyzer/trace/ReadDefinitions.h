//===- ReadDefinitions.h - the global definitions of an archive ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_READDEFINITIONS_H
#define FENCEPOST_ANALYZER_TRACE_READDEFINITIONS_H

#include "analyzer/trace/Definitions.h"
#include "analyzer/trace/Otf2.h"

#include <unordered_map>

namespace fencepost::analyzer {

/// Facts that ride in attributes (docs/trace-format.md).
enum class Fact : uint8_t {
  Site,
  Window,
  Target,
  Base,
  Size,
  DispUnit,
  Flavor,
  Model,
  Info,
  Displacement,
  Op,
  Type,
  Operand,
  Compare,
  Result,
  Request,
  Synchronous,
  Assert,
  Sources,
  Destinations,
  Persistent,
  Releases,
  Acquires,
  Comm,
  Source,
  Tag,
  Other,
  Begin,
  End,
  Limit,
  Detail,
};

/// What only the reader of events needs.
struct EventDefinitions {
  Table<Fact> facts; // by attribute id
  uint32_t rangeMetric = kNone;             // the class fencepost::range
  uint32_t syncMetric = kNone;              // the class fencepost::sync
  uint32_t errorParameter = kNone;          // fencepost::error
};

/// Throws TraceError, naming `anchor`, when the definitions cannot be read.
void readDefinitions(OTF2_Reader *reader, const std::string &anchor, Definitions &definitions,
                     EventDefinitions &forEvents);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_READDEFINITIONS_H
