//===- Change.h - a change that a run is replayed with ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_WHATIF_CHANGE_H
#define FENCEPOST_ANALYZER_WHATIF_CHANGE_H

#include "analyzer/trace/Definitions.h"
#include "analyzer/trace/SourceLine.h"

#include <optional>
#include <string>
#include <vector>

namespace fencepost::analyzer {

enum class ChangeKind : uint8_t {
  Scale,     // computation before the calls of a place takes another time
  NoBarrier, // barriers are gone
  Balance,   // computing is divided evenly between the ranks
  Pscw,      // fences become post/start/complete/wait
  Shared,    // exclusive locks are shared
  EarlyPost, // posts come right after the exposure epoch before
  LateWait,  // waits right before the next
};

/// Where calls are made: a line of a file, or a function. Of neither: anywhere.
struct Place {
  std::optional<SourceLine> line;
  std::string function;
};

struct Change {
  ChangeKind kind;
  Place place;
  double factor = 1; // of Scale
  std::string text;  // as the user wrote it
};

/// `scale:PLACE=FACTOR`, `no-barrier:PLACE`, ...; PLACE is FILE:LINE or a function's name. Throws
/// TraceError.
Change parseChange(const std::string &text);

/// Which call paths lead through a place: a frame of theirs is at the line, or of the function.
class PathsThrough {
public:
  PathsThrough(const Definitions &definitions, const Place &place)
      : definitions(definitions), place(place) {}
  bool operator()(uint32_t context);

private:
  bool isThere(const Context &frame) const;

  const Definitions &definitions;
  const Place &place;
  enum class Known : uint8_t { No, Through, Past };
  std::vector<Known> known; // by context
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_WHATIF_CHANGE_H
