//===- TargetSides.cpp - the target sides of operations, on their way -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/TargetSides.h"

namespace fencepost::analyzer::races {

namespace {

/// What is sent of each; the parts of other sizes follow.
struct Shipped {
  Accessor accessor; // start.clock: SentClocks
  uint32_t world;
  EpochKind epoch;
  uint32_t sequence;
  uint32_t write;
  Hold hold;
  uint32_t held; // whether there is a hold
  uint32_t ranges;
  uint32_t newClock; // whether the clock follows
  uint32_t moreEnds;
  int64_t displacement;
};

} // namespace

TargetSides::TargetSides(const Analysis &analysis, Clocks &clocks)
    : analysis_(analysis), clocks_(clocks), outgoing_(static_cast<std::size_t>(analysis.processes)),
      sent_(outgoing_.size()) {}

void TargetSides::send(const RankPlan &plan, const RankAccessors &accessors,
                       const WindowHints &hints, const Operation &operation) {
  const Event &event = accessors.eventOf(operation.source);
  Shipped shipped{};
  shipped.accessor = accessors.describe(operation.source);
  Accessor &accessor = shipped.accessor;
  accessor.side = Side::Target;
  accessor.atomic = isAtomic(event.kind);
  accessor.seen = operation.seen;
  if (accessor.atomic)
    accessor.hints = hints.at(event.window, event.enter);
  accessor.target = event.peer;
  accessor.op = event.op;
  accessor.type = event.type;
  accessor.localEndContext = operation.onlyLocal;
  accessor.releaseContext = operation.released;
  accessor.epochContext = operation.opened;
  accessors.setEnd(accessor, operation.remote);
  std::vector<Stamp> moreEnds = accessors.stampsOf(operation.moreRemote);
  shipped.moreEnds = static_cast<uint32_t>(moreEnds.size());
  shipped.world = operation.target;
  shipped.epoch = operation.epoch;
  shipped.sequence = operation.sequence;
  shipped.write =
      event.kind != EventKind::Get &&
      !(accessor.atomic && analysis_.trace.definitions.strings[event.op] == "MPI_NO_OP");
  if (operation.holds) {
    shipped.held = 1;
    shipped.hold = plan.holds[operation.holds].front();
  }
  shipped.displacement = event.displacement;
  std::vector<Range> targets;
  for (const Range &range : accessors.rangesOf(operation.source))
    if (range.kind == RangeKind::Target)
      targets.push_back(range);
  if (targets.empty())
    return;
  shipped.ranges = static_cast<uint32_t>(targets.size());

  auto process = static_cast<std::size_t>(ownerOfRank(operation.target, analysis_.processes));
  uint32_t clock = accessor.start.clock;
  shipped.newClock = sent_.number(process, accessor.start.clock);
  put(outgoing_[process], shipped);
  if (shipped.newClock)
    put(outgoing_[process], clocks_.clocks[clock]);
  for (const Stamp &end : moreEnds)
    put(outgoing_[process], end);
  for (const Range &range : targets)
    put(outgoing_[process], range);
}

void TargetSides::receive(const std::function<void(TargetSide &)> &take) {
  for (const Bytes &bytes : allToAll(analysis_.comm, std::move(outgoing_))) {
    ReceivedClocks clocks(clocks_.clocks);
    for (Unpack in(bytes); in.more();) {
      auto shipped = in.get<Shipped>();
      if (shipped.newClock)
        clocks.take(in);
      TargetSide side{.accessor = shipped.accessor,
                      .world = shipped.world,
                      .epoch = shipped.epoch,
                      .sequence = shipped.sequence,
                      .write = shipped.write != 0,
                      .displacement = shipped.displacement};
      side.accessor.start.clock = clocks[shipped.accessor.start.clock];
      if (shipped.held)
        side.hold = shipped.hold;
      for (uint32_t i = 0; i < shipped.moreEnds; ++i)
        side.moreEnds.push_back(in.get<Stamp>());
      for (uint32_t i = 0; i < shipped.ranges; ++i)
        side.ranges.push_back(in.get<Range>());
      take(side);
    }
  }
}

} // namespace fencepost::analyzer::races
