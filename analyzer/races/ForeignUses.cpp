//===- ForeignUses.cpp - what ranks do in others' parts of shared windows -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/ForeignUses.h"

namespace fencepost::analyzer::races {

namespace {

/// What is sent of each; the parts of other sizes follow.
struct Shipped {
  Accessor accessor; // start.clock, exposure.clock: SentClocks
  uint32_t world;
  uint32_t write;
  uint32_t newClock, newExposureClock; // whether the clocks follow
  uint32_t holds, moreEnds;            // how many follow
  uint32_t visible;                    // whether a visibility follows
  Strided bytes;
};

Visibility getVisibility(Unpack &in, ReceivedClocks &clocks) {
  Visibility visibility;
  visibility.window = in.get<uint32_t>();
  auto clock = in.get<uint32_t>();
  if (in.get<uint32_t>())
    clocks.take(in);
  visibility.refreshed.clock = clocks[clock];
  for (auto n = in.get<uint32_t>(); n > 0; --n)
    visibility.published.push_back(in.get<Stamp>());
  return visibility;
}

} // namespace

ForeignUses::ForeignUses(const Analysis &analysis, Clocks &clocks)
    : analysis_(analysis), clocks_(clocks), outgoing_(static_cast<std::size_t>(analysis.processes)),
      sent_(outgoing_.size()) {}

void ForeignUses::send(const ForeignUse &use) {
  const Accessor &accessor = use.accessor;
  auto process = static_cast<std::size_t>(ownerOfRank(use.world, analysis_.processes));
  Shipped shipped{};
  shipped.accessor = accessor;
  shipped.world = use.world;
  shipped.write = use.write;
  shipped.bytes = use.bytes;
  shipped.holds = static_cast<uint32_t>(use.holds.size());
  shipped.moreEnds = static_cast<uint32_t>(use.moreEnds.size());
  shipped.visible = use.visibility.has_value();
  shipped.newClock = sent_.number(process, shipped.accessor.start.clock);
  if (accessor.exposure.strand != kNone)
    shipped.newExposureClock = sent_.number(process, shipped.accessor.exposure.clock);
  Bytes &to = outgoing_[process];
  races::put(to, shipped);
  if (shipped.newClock)
    races::put(to, clocks_.clocks[accessor.start.clock]);
  if (shipped.newExposureClock)
    races::put(to, clocks_.clocks[accessor.exposure.clock]);
  for (const Hold &hold : use.holds)
    races::put(to, hold);
  for (const Stamp &end : use.moreEnds)
    races::put(to, end);
  if (use.visibility)
    put(process, *use.visibility);
}

void ForeignUses::put(std::size_t process, const Visibility &visibility) {
  Bytes &to = outgoing_[process];
  uint32_t clock = visibility.refreshed.clock;
  bool isNew = sent_.number(process, clock);
  races::put(to, visibility.window);
  races::put(to, clock);
  races::put(to, static_cast<uint32_t>(isNew));
  if (isNew)
    races::put(to, clocks_.clocks[visibility.refreshed.clock]);
  races::put(to, static_cast<uint32_t>(visibility.published.size()));
  for (const Stamp &published : visibility.published)
    races::put(to, published);
}

void ForeignUses::receive(const std::function<void(ForeignUse &)> &take) {
  for (const Bytes &bytes : allToAll(analysis_.comm, std::move(outgoing_))) {
    ReceivedClocks clocks(clocks_.clocks);
    for (Unpack in(bytes); in.more();) {
      auto shipped = in.get<Shipped>();
      if (shipped.newClock)
        clocks.take(in);
      if (shipped.newExposureClock)
        clocks.take(in);
      ForeignUse use{.accessor = shipped.accessor,
                     .world = shipped.world,
                     .write = shipped.write != 0,
                     .bytes = shipped.bytes};
      use.accessor.start.clock = clocks[shipped.accessor.start.clock];
      if (use.accessor.exposure.strand != kNone)
        use.accessor.exposure.clock = clocks[shipped.accessor.exposure.clock];
      for (uint32_t i = 0; i < shipped.holds; ++i)
        use.holds.push_back(in.get<Hold>());
      for (uint32_t i = 0; i < shipped.moreEnds; ++i)
        use.moreEnds.push_back(in.get<Stamp>());
      if (shipped.visible)
        use.visibility = getVisibility(in, clocks);
      take(use);
    }
  }
}

} // namespace fencepost::analyzer::races
