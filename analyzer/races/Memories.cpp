//===- Memories.cpp - brings the accesses to one memory together ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Memories.h"

#include "analyzer/races/Mapped.h"
#include "analyzer/races/Touched.h"
#include "analyzer/races/WindowHints.h"
#include "analyzer/races/WindowSyncs.h"
#include "analyzer/races/Wire.h"

#include "model/Site.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

/// The target side of an operation on its way to the target's memory; its blocks follow.
struct Shipped {
  Accessor accessor; // start.clock: index in what was sent to that process before, or new
  uint32_t world;    // rank of the target
  EpochKind epoch;
  uint32_t sequence;
  uint32_t write;
  Hold hold;
  uint32_t held; // whether there is a hold
  uint32_t blocks;
  uint32_t newClock; // whether the clock follows
  uint32_t moreEnds; // how many follow
  int64_t displacement;
};

/// Load, store or buffer of a rank in another one's memory, on its way there.
struct Foreign {
  Accessor accessor; // start.clock, exposure.clock as in Shipped
  uint32_t world;    // rank of the owner
  uint32_t write;
  uint32_t newClock, newExposureClock; // whether the clocks follow
  uint32_t holds, moreEnds;            // how many follow
  uint32_t visible;                    // whether a visibility follows
  Strided bytes;                       // offset in the owner's part of accessor.window
};

/// Clocks that were sent to each process, by their index here.
class SentClocks {
public:
  explicit SentClocks(std::size_t processes) : sent_(processes) {}
  /// Makes the index that of the receiver. Whether the clock is new there.
  bool number(std::size_t process, uint32_t &clock) {
    auto [known, isNew] =
        sent_[process].emplace(clock, static_cast<uint32_t>(sent_[process].size()));
    clock = known->second;
    return isNew;
  }

private:
  std::vector<std::map<uint32_t, uint32_t>> sent_;
};

class Collector {
public:
  Collector(const Analysis &analysis, const std::vector<RankPlan> &plans, Clocks &clocks)
      : analysis_(analysis), trace_(analysis.trace), plans_(plans), clocks_(clocks),
        outgoing_(static_cast<std::size_t>(analysis.processes)), foreign_(outgoing_.size()),
        sent_(outgoing_.size()), sentForeign_(outgoing_.size()) {}

  std::vector<Memory> run() {
    for (const RankPlan &plan : plans_) {
      Memory &memory = memories_.emplace_back();
      memory.rank = plan.rank;
      memory.holds = plan.holds;
      mapped_.emplace_back(trace_, memory.rank);
      hints_.emplace_back(trace_, memory.rank);
      windowSyncs_.emplace_back(trace_, plan, clocks_);
    }
    for (std::size_t i = 0; i < plans_.size(); ++i)
      for (const Operation &operation : plans_[i].operations) {
        addOrigin(i, operation);
        ship(i, operation);
      }
    receive();
    for (std::size_t i = 0; i < plans_.size(); ++i)
      shipLocals(i);
    receiveForeign();
    for (std::size_t i = 0; i < plans_.size(); ++i)
      addLocals(i);
    for (Memory &memory : memories_)
      memory.clocks = &clocks_.clocks;
    return std::move(memories_);
  }

private:
  const Event &eventOf(const Source &source) const {
    return trace_.locations[source.location].events[source.event];
  }
  std::span<const Range> rangesOf(const Source &source) const {
    const Event &event = eventOf(source);
    const auto &ranges = trace_.locations[source.location].ranges;
    return std::span(ranges).subspan(event.firstRange, event.rangeCount);
  }

  Start startAt(uint32_t probe, const Program &strand, uint64_t position) const {
    const Probed &probed = clocks_.probes[probe];
    return {probed.clock, strand.strand, position, probed.order};
  }

  Accessor describe(const RankPlan &plan, const Source &source) const {
    const Event &event = eventOf(source);
    Accessor accessor;
    accessor.kind = accessKind(event.kind);
    const Program &strand = plan.programs[source.strand];
    accessor.rank = plan.rank;
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

  static void setEnd(Accessor &accessor, const RankPlan &plan, const End &end) {
    accessor.end = plan.stamp(end);
    accessor.endContext = end.context;
    accessor.endTime = end.time;
  }

  static std::vector<Stamp> stampsOf(const RankPlan &plan, uint32_t ends) {
    std::vector<Stamp> stamps;
    for (const End &end : plan.moreEnds[ends])
      stamps.push_back(plan.stamp(end));
    return stamps;
  }
  static uint32_t addEnds(Memory &memory, std::vector<Stamp> ends) {
    if (ends.empty())
      return 0;
    memory.moreEnds.push_back(std::move(ends));
    return static_cast<uint32_t>(memory.moreEnds.size() - 1);
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
          return shipForeign(i, accessor, write, *segment, part, peerHolds);
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
    const RankPlan &plan = plans_[i];
    Accessor accessor = describe(plan, operation.source);
    accessor.side = Side::Origin;
    accessor.target = eventOf(operation.source).peer;
    accessor.holds = operation.selfHolds;
    accessor.releaseContext = operation.released;
    accessor.epochContext = operation.opened;
    setEnd(accessor, plan, operation.local);
    accessor.moreEnds = addEnds(memories_[i], stampsOf(plan, operation.moreLocal));
    for (bool write : {false, true}) {
      std::vector<Strided> blocks;
      for (const Range &range : rangesOf(operation.source))
        if (range.kind != RangeKind::Target && writes(range.kind) == write)
          blocks.push_back(normalize(range.address, range.bytes, range.stride, range.count));
      add(i, accessor, write, blocks, operation.peerHolds);
    }
  }

  void ship(std::size_t i, const Operation &operation) {
    const RankPlan &plan = plans_[i];
    const Event &event = eventOf(operation.source);
    Shipped shipped{};
    shipped.accessor = describe(plan, operation.source);
    Accessor &accessor = shipped.accessor;
    accessor.side = Side::Target;
    accessor.atomic = isAtomic(event.kind);
    accessor.seen = operation.seen;
    if (accessor.atomic)
      accessor.hints = hints_[i].at(event.window, event.enter);
    accessor.target = event.peer;
    accessor.op = event.op;
    accessor.type = event.type;
    accessor.localEndContext = operation.onlyLocal;
    accessor.releaseContext = operation.released;
    accessor.epochContext = operation.opened;
    setEnd(accessor, plan, operation.remote);
    std::vector<Stamp> moreEnds = stampsOf(plan, operation.moreRemote);
    shipped.moreEnds = static_cast<uint32_t>(moreEnds.size());
    shipped.world = operation.target;
    shipped.epoch = operation.epoch;
    shipped.sequence = operation.sequence;
    shipped.write = event.kind != EventKind::Get &&
                    !(accessor.atomic && trace_.definitions.strings[event.op] == "MPI_NO_OP");
    if (operation.holds) {
      shipped.held = 1;
      shipped.hold = plan.holds[operation.holds].front();
    }
    shipped.displacement = event.displacement;
    std::vector<Range> targets;
    for (const Range &range : rangesOf(operation.source))
      if (range.kind == RangeKind::Target)
        targets.push_back(range);
    if (targets.empty())
      return;
    shipped.blocks = static_cast<uint32_t>(targets.size());

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

  void receive() {
    for (const Bytes &bytes : allToAll(analysis_.comm, std::move(outgoing_))) {
      std::vector<uint32_t> clocks; // of this sender
      for (Unpack in(bytes); in.more();) {
        auto shipped = in.get<Shipped>();
        if (shipped.newClock) {
          clocks.push_back(static_cast<uint32_t>(clocks_.clocks.size()));
          clocks_.clocks.push_back(in.getClock());
        }
        shipped.accessor.start.clock = clocks[shipped.accessor.start.clock];
        std::vector<Stamp> moreEnds;
        for (uint32_t i = 0; i < shipped.moreEnds; ++i)
          moreEnds.push_back(in.get<Stamp>());
        std::vector<Range> ranges;
        for (uint32_t i = 0; i < shipped.blocks; ++i)
          ranges.push_back(in.get<Range>());
        addTarget(shipped, std::move(moreEnds), ranges);
      }
    }
  }

  void addTarget(const Shipped &shipped, std::vector<Stamp> moreEnds,
                 std::span<const Range> ranges) {
    auto found = std::find_if(memories_.begin(), memories_.end(),
                              [&](const Memory &memory) { return memory.rank == shipped.world; });
    if (found == memories_.end())
      return;
    auto index = static_cast<std::size_t>(found - memories_.begin());
    const RankPlan &plan = plans_[index];
    const WindowPart *part = findWindowPart(trace_, shipped.world, shipped.accessor.window);
    if (!part)
      return;
    Accessor accessor = shipped.accessor;
    if (shipped.held) {
      if (found->holds.back() != std::vector<Hold>{shipped.hold})
        found->holds.push_back({shipped.hold});
      accessor.holds = static_cast<uint32_t>(found->holds.size() - 1);
    }
    applyExposure(accessor, moreEnds, plan, shipped);
    accessor.moreEnds = addEnds(*found, std::move(moreEnds));
    uint64_t unit = part->flavor == kDynamic ? 1 : part->dispUnit;
    uint64_t start = windowBase(*part) + static_cast<uint64_t>(shipped.displacement) * unit;
    std::vector<Strided> blocks;
    for (const Range &range : ranges)
      blocks.push_back(normalize(start + range.address, range.bytes, range.stride, range.count));
    std::size_t before = found->accessors.size();
    add(index, accessor, shipped.write != 0, blocks);
    if (part->model != kSeparate || part->flavor >= kDynamic)
      return;
    found->separate = true;
    if (shipped.write && found->accessors.size() > before)
      found->accesses.push_back(
          {static_cast<uint32_t>(before), true, {part->base, part->size, 0, 1}, true});
  }

  /// RMA-RULES 2: the target's entry into the fence or post starts it, the wait may end it.
  void applyExposure(Accessor &accessor, std::vector<Stamp> &moreEnds, const RankPlan &plan,
                     const Shipped &shipped) const {
    const Exposure *exposure = nullptr;
    const Exposures &all = plan.exposures;
    if (shipped.epoch == EpochKind::Fence) {
      if (auto fence = all.fences.find({accessor.window, shipped.sequence});
          fence != all.fences.end())
        exposure = &fence->second;
      accessor.endsLoosely = all.fences.contains({accessor.window, shipped.sequence + 1});
    } else if (shipped.epoch == EpochKind::Pscw) {
      if (auto post = all.posts.find({accessor.window, accessor.rank, shipped.sequence});
          post != all.posts.end()) {
        exposure = &post->second;
        if (accessor.end.position == UINT64_MAX) {
          setEnd(accessor, plan, exposure->end);
          accessor.endsHere = exposure->end.known();
        } else if (exposure->end.known()) {
          moreEnds.push_back(plan.stamp(exposure->end)); // of what only read
        }
      }
    }
    if (!exposure)
      return;
    accessor.exposure =
        startAt(exposure->probe, plan.programs[exposure->strand], exposure->position);
    accessor.exposureContext = exposure->opened;
  }

  // ---- loads, stores, buffers of messages and collectives

  /// Calls visit(accessor, write, block) for each range.
  template <typename Visit>
  void forEachRange(std::size_t i, const LocalUse &use, Visit visit) const {
    Accessor accessor = describe(plans_[i], use.source);
    accessor.holds = use.holds;
    accessor.releaseContext = use.released;
    setEnd(accessor, plans_[i], use.end);
    bool segment = eventOf(use.source).kind == EventKind::Local;
    if (segment)
      accessor.start.position = use.begin;
    for (const Range &range : rangesOf(use.source)) {
      Strided block = normalize(range.address, range.bytes, range.stride, range.count);
      if (range.kind == RangeKind::Released || block.count == 0)
        continue;
      if (segment) {
        accessor.context = range.context;
        accessor.kind = range.kind == RangeKind::Store ? AccessKind::Store : AccessKind::Load;
      }
      visit(accessor, writes(range.kind), block);
    }
  }

  void shipLocals(std::size_t i) {
    if (mapped_[i].empty())
      return;
    for (const LocalUse &use : plans_[i].locals)
      forEachRange(i, use, [&](const Accessor &accessor, bool write, const Strided &block) {
        split(i, accessor, block, [&](const MappedSegment *segment, const Strided &part) {
          if (segment)
            shipForeign(i, accessor, write, *segment, part, use.peerHolds,
                        isPlain(accessor) ? &use : nullptr);
        });
      });
  }

  /// Buffers of messages and collectives that were not done when the call returned.
  std::vector<Access> pendingBuffers(std::size_t i) const {
    std::vector<Access> pending;
    for (const LocalUse &use : plans_[i].locals)
      if (EventKind kind = eventOf(use.source).kind;
          kind != EventKind::Local && isMessage(accessKind(kind)))
        forEachRange(i, use, [&](const Accessor &accessor, bool write, const Strided &block) {
          if (accessor.isPendingMessage())
            pending.push_back({0, write, block});
        });
    return pending;
  }

  void addLocals(std::size_t i) {
    Memory &memory = memories_[i];
    std::vector<Access> pending = pendingBuffers(i);
    memory.pending = !pending.empty();
    pending.insert(pending.end(), memory.accesses.begin(), memory.accesses.end());
    Touched touched(pending);
    for (const LocalUse &use : plans_[i].locals) {
      bool first = true;
      forEachRange(i, use, [&](const Accessor &accessor, bool write, const Strided &block) {
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
    uint32_t window = windowSyncs_[i].windowOf(bytes, eventOf(use.source).enter);
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

  void shipForeign(std::size_t i, const Accessor &accessor, bool write,
                   const MappedSegment &segment, const Strided &part, uint32_t peerHolds,
                   const LocalUse *plain = nullptr) {
    const Definitions &definitions = analysis_.definitions();
    uint32_t owner = definitions.worldRank(definitions.windows[segment.window].comm, segment.rank,
                                           plans_[i].rank);
    if (owner == kNone)
      return;
    Foreign foreign{};
    foreign.accessor = accessor;
    foreign.accessor.window = segment.window;
    foreign.world = owner;
    foreign.write = write;
    foreign.bytes = part;
    foreign.bytes.address -= segment.address;
    std::vector<Hold> holds;
    for (const Hold &hold : plans_[i].holds[peerHolds])
      if (hold.target == owner || hold.target == kNone)
        holds.push_back(hold);
    foreign.holds = static_cast<uint32_t>(holds.size());
    foreign.visible = plain != nullptr;
    foreign.moreEnds = static_cast<uint32_t>(memories_[i].moreEnds[accessor.moreEnds].size());

    auto process = static_cast<std::size_t>(ownerOfRank(owner, analysis_.processes));
    foreign.newClock = sentForeign_.number(process, foreign.accessor.start.clock);
    if (accessor.exposure.strand != kNone)
      foreign.newExposureClock = sentForeign_.number(process, foreign.accessor.exposure.clock);
    Bytes &to = foreign_[process];
    put(to, foreign);
    if (foreign.newClock)
      put(to, clocks_.clocks[accessor.start.clock]);
    if (foreign.newExposureClock)
      put(to, clocks_.clocks[accessor.exposure.clock]);
    for (const Hold &hold : holds)
      put(to, hold);
    const std::vector<Stamp> &moreEnds = memories_[i].moreEnds[accessor.moreEnds];
    for (const Stamp &end : moreEnds)
      put(to, end);
    if (plain)
      putVisibility(process, windowSyncs_[i].visibility(segment.window, *plain));
  }

  void putVisibility(std::size_t process, Visibility visibility) {
    Bytes &to = foreign_[process];
    uint32_t clock = visibility.refreshed.clock;
    bool isNew = sentForeign_.number(process, visibility.refreshed.clock);
    put(to, visibility.window);
    put(to, visibility.refreshed.clock);
    put(to, static_cast<uint32_t>(isNew));
    if (isNew)
      put(to, clocks_.clocks[clock]);
    put(to, static_cast<uint32_t>(visibility.published.size()));
    for (const Stamp &published : visibility.published)
      put(to, published);
  }

  void receiveForeign() {
    for (const Bytes &bytes : allToAll(analysis_.comm, std::move(foreign_))) {
      std::vector<uint32_t> clocks; // of this sender
      auto takeClock = [&](Unpack &in) {
        clocks.push_back(static_cast<uint32_t>(clocks_.clocks.size()));
        clocks_.clocks.push_back(in.getClock());
      };
      for (Unpack in(bytes); in.more();) {
        auto foreign = in.get<Foreign>();
        if (foreign.newClock)
          takeClock(in);
        if (foreign.newExposureClock)
          takeClock(in);
        Accessor &accessor = foreign.accessor;
        accessor.start.clock = clocks[accessor.start.clock];
        if (accessor.exposure.strand != kNone)
          accessor.exposure.clock = clocks[accessor.exposure.clock];
        std::vector<Hold> holds;
        for (uint32_t i = 0; i < foreign.holds; ++i)
          holds.push_back(in.get<Hold>());
        std::vector<Stamp> moreEnds;
        for (uint32_t i = 0; i < foreign.moreEnds; ++i)
          moreEnds.push_back(in.get<Stamp>());
        Visibility visibility;
        if (foreign.visible) {
          visibility.window = in.get<uint32_t>();
          visibility.refreshed.clock = in.get<uint32_t>();
          if (in.get<uint32_t>())
            takeClock(in);
          visibility.refreshed.clock = clocks[visibility.refreshed.clock];
          for (auto n = in.get<uint32_t>(); n > 0; --n)
            visibility.published.push_back(in.get<Stamp>());
        }
        addForeign(foreign, holds, std::move(moreEnds), std::move(visibility));
      }
    }
  }

  void addForeign(Foreign &foreign, const std::vector<Hold> &holds, std::vector<Stamp> moreEnds,
                  Visibility visibility) {
    auto found = std::find_if(memories_.begin(), memories_.end(),
                              [&](const Memory &memory) { return memory.rank == foreign.world; });
    const WindowPart *part = findWindowPart(trace_, foreign.world, foreign.accessor.window);
    if (found == memories_.end() || !part)
      return;
    found->shared = true;
    Accessor &accessor = foreign.accessor;
    // Holds were numbered where the access was made.
    if (found->holds.back() != holds && !holds.empty())
      found->holds.push_back(holds);
    accessor.holds = holds.empty() ? 0 : static_cast<uint32_t>(found->holds.size() - 1);
    accessor.moreEnds = addEnds(*found, std::move(moreEnds));
    if (foreign.visible) {
      if (!(found->visibilities.back() == visibility))
        found->visibilities.push_back(std::move(visibility));
      accessor.visibility = static_cast<uint32_t>(found->visibilities.size() - 1);
    }
    foreign.bytes.address += part->base;
    if (found->accessors.empty() || !isSameUse(found->accessors.back(), accessor))
      found->accessors.push_back(accessor);
    found->accesses.push_back(
        {static_cast<uint32_t>(found->accessors.size() - 1), foreign.write != 0, foreign.bytes});
  }

  const Analysis &analysis_;
  const Trace &trace_;
  const std::vector<RankPlan> &plans_;
  Clocks &clocks_;
  std::vector<Memory> memories_;
  std::vector<Mapped> mapped_;     // at each of them
  std::vector<WindowHints> hints_; // of each of them
  std::vector<WindowSyncs> windowSyncs_;
  std::vector<Bytes> outgoing_, foreign_;
  SentClocks sent_, sentForeign_;
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

uint64_t windowBase(const WindowPart &part) { return part.flavor == kDynamic ? 0 : part.base; }

const WindowPart *findWindowPart(const Trace &trace, uint32_t rank, uint32_t window) {
  for (const LocationTrace &location : trace.locations)
    if (location.rank == rank)
      for (const WindowPart &part : location.windows)
        if (part.window == window)
          return &part;
  return nullptr;
}

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
