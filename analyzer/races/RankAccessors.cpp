//===- RankAccessors.cpp - a rank's accesses, as its plan has them --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/RankAccessors.h"

namespace fencepost::analyzer::races {

Accessor RankAccessors::describe(const Source &source) const {
  const Event &event = eventOf(source);
  Accessor accessor;
  accessor.kind = accessKind(event.kind);
  const Program &strand = plan_.programs[source.strand];
  accessor.rank = plan_.rank;
  accessor.thread = trace_.locations[source.location].thread;
  accessor.context = event.context;
  accessor.window = event.window;
  accessor.time = event.enter;
  accessor.position = source.position;
  accessor.called = strand.stamp(source.position);
  accessor.start = startAt(source.probe, strand, source.position);
  accessor.syncContext = source.syncContext;
  accessor.syncTime = source.syncTime;
  return accessor;
}

std::vector<Access> RankAccessors::pendingBuffers() const {
  std::vector<Access> pending;
  for (const LocalUse &use : plan_.locals)
    if (EventKind kind = eventOf(use.source).kind;
        kind != EventKind::Local && isMessage(accessKind(kind)))
      forEachRange(use, [&](const Accessor &accessor, bool write, const Strided &block) {
        if (accessor.isPendingMessage())
          pending.push_back({0, write, block});
      });
  return pending;
}

} // namespace fencepost::analyzer::races
