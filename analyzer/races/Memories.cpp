//===- Memories.cpp - brings the accesses to one memory together ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Memories.h"

#include "analyzer/races/ForeignUses.h"
#include "analyzer/races/Mapped.h"
#include "analyzer/races/RankAccessors.h"
#include "analyzer/races/TargetSides.h"
#include "analyzer/races/Touched.h"
#include "analyzer/races/WindowParts.h"
#include "analyzer/races/WindowSyncs.h"

#include "model/Site.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

class Collector {
public:
  Collector(const Analysis &analysis, const std::vector<RankPlan> &plans, Clocks &clocks)
      : analysis_(analysis), trace_(analysis.trace), plans_(plans), clocks_(clocks),
        targetSides_(analysis, clocks), foreignUses_(analysis, clocks) {}

  std::vector<Memory> run() {
    for (const RankPlan &plan : plans_) {
      Memory &memory = memories_.emplace_back();
      memory.rank = plan.rank;
      memory.holds = plan.holds;
      accessors_.emplace_back(trace_, plan, clocks_);
      mapped_.emplace_back(trace_, memory.rank);
      windowSyncs_.emplace_back(trace_, plan, clocks_);
    }
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      WindowHints hints(trace_, plans_[i].rank);
      for (const Operation &operation : plans_[i].operations) {
        addOrigin(i, operation);
        targetSides_.send(plans_[i], accessors_[i], hints, operation);
      }
    }
    targetSides_.receive([&](TargetSide &side) { addTarget(side); });
    for (std::size_t i = 0; i < plans_.size(); ++i)
      sendLocals(i);
    foreignUses_.receive([&](ForeignUse &use) { addForeign(use); });
    for (std::size_t i = 0; i < plans_.size(); ++i)
      addLocals(i);
    for (Memory &memory : memories_)
      memory.clocks = &clocks_.clocks;
    return std::move(memories_);
  }

private:
  Memory *memoryOf(uint32_t rank) {
    auto found = std::find_if(memories_.begin(), memories_.end(),
                              [&](const Memory &memory) { return memory.rank == rank; });
    return found == memories_.end() ? nullptr : &*found;
  }

  static uint32_t addEnds(Memory &memory, std::vector<Stamp> ends) {
    if (ends.empty())
      return 0;
    memory.moreEnds.push_back(std::move(ends));
    return static_cast<uint32_t>(memory.moreEnds.size() - 1);
  }
  static uint32_t addHolds(Memory &memory, std::vector<Hold> holds) {
    if (holds.empty())
      return 0;
    if (memory.holds.back() != holds)
      memory.holds.push_back(std::move(holds));
    return static_cast<uint32_t>(memory.holds.size() - 1);
  }

  /// Adds one accessor with all blocks of that kind, if there are any, to the memory of rank number
  /// `i` here; what is in other ranks' segments goes to them.
  void add(std::size_t i, const Accessor &accessor, bool write, std::span<const Strided> blocks,
           uint32_t peerHolds = 0) {
    Memory &memory = memories_[i];
    bool first = true;
    for (const Strided &block : blocks)
      split(i, accessor, block, [&](const MappedSegment *segment, const Strided &part) {
        if (segment)
          return sendForeign(i, accessor, write, *segment, part, peerHolds);
        if (std::exchange(first, false))
          memory.accessors.push_back(accessor);
        memory.accesses.push_back(
            {static_cast<uint32_t>(memory.accessors.size() - 1), write, part});
      });
  }

  void split(std::size_t i, const Accessor &accessor, const Strided &block,
             const Mapped::Visit &visit) const {
    if (block.count && mapped_[i].empty())
      visit(nullptr, block);
    else if (block.count)
      mapped_[i].split(block, accessor.time, visit);
  }

  void addOrigin(std::size_t i, const Operation &operation) {
    const RankAccessors &of = accessors_[i];
    Accessor accessor = of.describe(operation.source);
    accessor.side = Side::Origin;
    accessor.target = of.eventOf(operation.source).peer;
    accessor.holds = operation.selfHolds;
    accessor.releaseContext = operation.released;
    accessor.epochContext = operation.opened;
    of.setEnd(accessor, operation.local);
    accessor.moreEnds = addEnds(memories_[i], of.stampsOf(operation.moreLocal));
    for (bool write : {false, true}) {
      std::vector<Strided> blocks;
      for (const Range &range : of.rangesOf(operation.source))
        if (range.kind != RangeKind::Target && writes(range.kind) == write)
          blocks.push_back(normalize(range.address, range.bytes, range.stride, range.count));
      add(i, accessor, write, blocks, operation.peerHolds);
    }
  }

  void addTarget(TargetSide &side) {
    Memory *memory = memoryOf(side.world);
    const WindowPart *part = findWindowPart(trace_, side.world, side.accessor.window);
    if (!memory || !part)
      return;
    auto index = static_cast<std::size_t>(memory - memories_.data());
    if (side.hold)
      side.accessor.holds = addHolds(*memory, {*side.hold});
    applyExposure(side, index);
    side.accessor.moreEnds = addEnds(*memory, std::move(side.moreEnds));
    uint64_t unit = part->flavor == kDynamic ? 1 : part->dispUnit;
    uint64_t start = windowBase(*part) + static_cast<uint64_t>(side.displacement) * unit;
    std::vector<Strided> blocks;
    for (const Range &range : side.ranges)
      blocks.push_back(normalize(start + range.address, range.bytes, range.stride, range.count));
    std::size_t before = memory->accessors.size();
    add(index, side.accessor, side.write, blocks);
    if (part->model != kSeparate || part->flavor >= kDynamic)
      return;
    memory->separate = true;
    if (side.write && memory->accessors.size() > before)
      memory->accesses.push_back(
          {static_cast<uint32_t>(before), true, {part->base, part->size, 0, 1}, true});
  }

  /// RMA-RULES 2: the target's entry into the fence or post starts it, the wait may end it.
  void applyExposure(TargetSide &side, std::size_t i) const {
    const RankPlan &plan = plans_[i];
    Accessor &accessor = side.accessor;
    const Exposure *exposure = nullptr;
    const Exposures &all = plan.exposures;
    if (side.epoch == EpochKind::Fence) {
      if (auto fence = all.fences.find({accessor.window, side.sequence}); fence != all.fences.end())
        exposure = &fence->second;
      accessor.endsLoosely = all.fences.contains({accessor.window, side.sequence + 1});
    } else if (side.epoch == EpochKind::Pscw) {
      if (auto post = all.posts.find({accessor.window, accessor.rank, side.sequence});
          post != all.posts.end()) {
        exposure = &post->second;
        if (accessor.end.position == UINT64_MAX) {
          accessors_[i].setEnd(accessor, exposure->end);
          accessor.endsHere = exposure->end.known();
        } else if (exposure->end.known()) {
          side.moreEnds.push_back(plan.stamp(exposure->end)); // of what only read
        }
      }
    }
    if (!exposure)
      return;
    accessor.exposure =
        accessors_[i].startAt(exposure->probe, plan.programs[exposure->strand], exposure->position);
    accessor.exposureContext = exposure->opened;
  }

  // ---- loads, stores, buffers of messages and collectives

  void sendLocals(std::size_t i) {
    if (mapped_[i].empty())
      return;
    for (const LocalUse &use : plans_[i].locals)
      accessors_[i].forEachRange(
          use, [&](const Accessor &accessor, bool write, const Strided &block) {
            split(i, accessor, block, [&](const MappedSegment *segment, const Strided &part) {
              if (segment)
                sendForeign(i, accessor, write, *segment, part, use.peerHolds,
                            isPlain(accessor) ? &use : nullptr);
            });
          });
  }

  void addLocals(std::size_t i) {
    Memory &memory = memories_[i];
    std::vector<Access> pending = accessors_[i].pendingBuffers();
    memory.pending = !pending.empty();
    pending.insert(pending.end(), memory.accesses.begin(), memory.accesses.end());
    Touched touched(pending);
    for (const LocalUse &use : plans_[i].locals) {
      bool first = true;
      accessors_[i].forEachRange(
          use, [&](const Accessor &accessor, bool write, const Strided &block) {
            split(i, accessor, block, [&](const MappedSegment *segment, const Strided &part) {
              if (segment || !touched.any(part))
                return;
              Accessor own = accessor;
              if ((memory.shared || memory.separate) && isPlain(accessor))
                own.visibility = visibilityOf(i, use, part);
              if (std::exchange(first, false) || !isSameUse(memory.accessors.back(), own))
                memory.accessors.push_back(own);
              memory.accesses.push_back(
                  {static_cast<uint32_t>(memory.accessors.size() - 1), write, part});
            });
          });
    }
  }

  static bool isSameUse(const Accessor &a, const Accessor &b) {
    return a.context == b.context && a.kind == b.kind && a.side == b.side && a.rank == b.rank &&
           a.thread == b.thread && a.position == b.position && a.window == b.window &&
           a.visibility == b.visibility;
  }

  // ---- loads and stores in shared windows

  bool isPlain(const Accessor &accessor) const {
    return (accessor.kind == AccessKind::Load || accessor.kind == AccessKind::Store) &&
           trace_.definitions.contexts[accessor.context].call != kAtomicAccess;
  }

  /// Of what the rank accesses in its own memory.
  uint32_t visibilityOf(std::size_t i, const LocalUse &use, const Strided &bytes) {
    uint32_t window = windowSyncs_[i].windowOf(bytes, accessors_[i].eventOf(use.source).enter);
    if (window == kNone)
      return 0;
    std::vector<Visibility> &known = memories_[i].visibilities;
    if (std::pair now(&use, window); now != lastVisible_) {
      known.push_back(windowSyncs_[i].visibility(window, use));
      lastVisible_ = now;
    }
    return static_cast<uint32_t>(known.size() - 1);
  }

  // ---- accesses of others to the memory of shared windows

  void sendForeign(std::size_t i, const Accessor &accessor, bool write,
                   const MappedSegment &segment, const Strided &part, uint32_t peerHolds,
                   const LocalUse *plain = nullptr) {
    const Definitions &definitions = analysis_.definitions();
    uint32_t owner = definitions.worldRank(definitions.windows[segment.window].comm, segment.rank,
                                           plans_[i].rank);
    if (owner == kNone)
      return;
    ForeignUse foreign{.accessor = accessor, .world = owner, .write = write, .bytes = part};
    foreign.accessor.window = segment.window;
    foreign.bytes.address -= segment.address;
    for (const Hold &hold : plans_[i].holds[peerHolds])
      if (hold.target == owner || hold.target == kNone)
        foreign.holds.push_back(hold);
    foreign.moreEnds = memories_[i].moreEnds[accessor.moreEnds];
    if (plain)
      foreign.visibility = windowSyncs_[i].visibility(segment.window, *plain);
    foreignUses_.send(foreign);
  }

  void addForeign(ForeignUse &foreign) {
    Memory *memory = memoryOf(foreign.world);
    const WindowPart *part = findWindowPart(trace_, foreign.world, foreign.accessor.window);
    if (!memory || !part)
      return;
    memory->shared = true;
    Accessor &accessor = foreign.accessor;
    accessor.holds = addHolds(*memory, std::move(foreign.holds)); // numbered where it was made
    accessor.moreEnds = addEnds(*memory, std::move(foreign.moreEnds));
    if (foreign.visibility) {
      if (!(memory->visibilities.back() == *foreign.visibility))
        memory->visibilities.push_back(std::move(*foreign.visibility));
      accessor.visibility = static_cast<uint32_t>(memory->visibilities.size() - 1);
    }
    foreign.bytes.address += part->base;
    if (memory->accessors.empty() || !isSameUse(memory->accessors.back(), accessor))
      memory->accessors.push_back(accessor);
    memory->accesses.push_back(
        {static_cast<uint32_t>(memory->accessors.size() - 1), foreign.write, foreign.bytes});
  }

  const Analysis &analysis_;
  const Trace &trace_;
  const std::vector<RankPlan> &plans_;
  Clocks &clocks_;
  std::vector<Memory> memories_;
  std::vector<RankAccessors> accessors_; // of each of them
  std::vector<Mapped> mapped_;           // at each of them
  std::vector<WindowSyncs> windowSyncs_;
  TargetSides targetSides_;
  ForeignUses foreignUses_;
  std::pair<const LocalUse *, uint32_t> lastVisible_{nullptr, kNone}; // and window
};

std::vector<Released> releasesOf(const Trace &trace, const Timeline &timeline) {
  std::vector<Released> releases;
  for (uint32_t thread = 0; thread < timeline.locations.size(); ++thread) {
    const LocationTrace &location = trace.locations[timeline.locations[thread]];
    for (uint32_t i = 0; i < location.events.size(); ++i)
      if (const Event &event = location.events[i]; event.flags & kReleased)
        for (uint32_t k = 0; k < event.rangeCount; ++k) {
          const Range &range = location.ranges[event.firstRange + k];
          releases.push_back({timeline.positions[thread].enter[i],
                              normalize(range.address, range.bytes, range.stride, range.count)});
        }
  }
  std::sort(releases.begin(), releases.end(),
            [](const Released &a, const Released &b) { return a.position < b.position; });
  return releases;
}

} // namespace

std::vector<Memory> collectMemories(const Analysis &analysis,
                                    const std::vector<Timeline> &timelines,
                                    const std::vector<RankPlan> &plans, Clocks &clocks) {
  std::vector<Memory> memories = Collector(analysis, plans, clocks).run();
  for (std::size_t i = 0; i < memories.size(); ++i)
    if (timelines[i].strands.size() > 1)
      memories[i].releases = releasesOf(analysis.trace, timelines[i]);
  return memories;
}

} // namespace fencepost::analyzer::races
