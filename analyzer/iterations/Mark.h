//===- Mark.h - what begins an iteration --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An MPI call ends an iteration and begins the next one where it is left: who waits
// in a synchronization of all ranks waits for what was done before it, and all come
// out of it together. A function of the program begins one where it is entered.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_MARK_H
#define FENCEPOST_ANALYZER_ITERATIONS_MARK_H

#include "analyzer/trace/Reader.h"
#include "analyzer/trace/SourceLine.h"
#include "analyzer/trace/Underway.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fencepost::analyzer {

/// Whether an MPI call of that context is made at the line, or a function of the program that the
/// archive records the entering of is defined there.
bool isAt(const Definitions &definitions, uint32_t context, const SourceLine &line);

/// Something that a thread entered.
struct Entry {
  uint32_t context;
  uint64_t enter;
  uint64_t begin; // of the iteration that it begins, if it is the mark
  bool ofAll;     // a synchronization of all ranks
};

/// Calls visit(Entry) for the MPI calls of a phase's location that left events, and for the
/// functions that were entered, each in the order of time. Polls that found nothing are left out,
/// for how many they are says nothing, and calls that never ended: they begin no iteration.
template <typename Visit>
void forEachEntry(const Definitions &definitions, const LocationTrace &location, Visit visit) {
  const Event *before = nullptr;
  for (const Event &event : location.events) {
    if (event.kind == EventKind::Local || event.context == kNone || isPoll(event) ||
        event.flags & kOpen)
      continue;
    bool same = before && before->enter == event.enter && before->context == event.context;
    before = &event;
    if (!same)
      visit(Entry{event.context, event.enter, event.leave,
                  Underway::isOfAll(definitions, event, location.windows)});
  }
  uint32_t now = kNone;
  for (const FunctionSwitch &to : location.functions) {
    uint32_t from = std::exchange(now, to.context);
    if (to.context == kNone)
      continue;
    uint32_t caller = definitions.contexts[to.context].parent;
    while (caller != kNone && definitions.region(caller).mpi)
      caller = definitions.contexts[caller].parent;
    if (caller == from) // else it is returned to
      visit(Entry{to.context, to.time, to.time, false});
  }
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_MARK_H
