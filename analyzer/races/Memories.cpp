//===- Memories.cpp - brings the accesses to one memory together ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Memories.h"

#include "analyzer/races/Touched.h"
#include "analyzer/races/Wire.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

constexpr uint32_t kDynamic = 3; // docs/trace-format.md, fencepost::flavor

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
  int64_t displacement;
};

class Collector {
public:
  Collector(const Analysis &analysis, const std::vector<RankPlan> &plans, Clocks &clocks)
      : analysis_(analysis), trace_(analysis.trace), plans_(plans), clocks_(clocks),
        outgoing_(static_cast<std::size_t>(analysis.processes)), sent_(outgoing_.size()) {}

  std::vector<Memory> run() {
    for (const RankPlan &plan : plans_) {
      Memory &memory = memories_.emplace_back();
      memory.rank = plan.program.rank;
      memory.holds = plan.holds;
    }
    for (std::size_t i = 0; i < plans_.size(); ++i)
      for (const Operation &operation : plans_[i].operations) {
        addOrigin(memories_[i], plans_[i], operation);
        ship(plans_[i], operation);
      }
    receive();
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      Touched touched(memories_[i].accesses);
      for (const LocalUse &use : plans_[i].locals)
        addLocal(memories_[i], plans_[i], use, touched);
    }
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

  Start startAt(uint32_t probe, uint32_t rank, uint64_t position) const {
    const Probed &probed = clocks_.probes[probe];
    return {probed.clock, rank, position, probed.order};
  }

  Accessor describe(const RankPlan &plan, const Source &source) const {
    const Event &event = eventOf(source);
    Accessor accessor;
    accessor.kind = accessKind(event.kind);
    accessor.rank = plan.program.rank;
    accessor.thread = trace_.locations[source.location].thread;
    accessor.context = event.context;
    accessor.window = event.window;
    accessor.time = event.enter;
    accessor.position = source.position;
    accessor.called = plan.program.stamp(source.position);
    accessor.start = startAt(source.probe, plan.program.rank, source.position);
    accessor.syncContext = source.syncContext;
    return accessor;
  }

  static void setEnd(Accessor &accessor, const Program &program, const End &end) {
    accessor.end =
        end.known() ? program.stamp(end.position) : Stamp{program.rank, kNever, UINT64_MAX};
    accessor.endContext = end.context;
    accessor.endTime = end.time;
  }

  /// Adds one accessor with all blocks of that kind, if there are any.
  void add(Memory &memory, const Accessor &accessor, bool write, std::span<const Strided> blocks) {
    bool first = true;
    for (const Strided &block : blocks)
      if (block.count) {
        if (std::exchange(first, false))
          memory.accessors.push_back(accessor);
        memory.accesses.push_back(
            {static_cast<uint32_t>(memory.accessors.size() - 1), write, block});
      }
  }

  void addOrigin(Memory &memory, const RankPlan &plan, const Operation &operation) {
    Accessor accessor = describe(plan, operation.source);
    accessor.side = Side::Origin;
    accessor.target = eventOf(operation.source).peer;
    accessor.holds = operation.selfHolds;
    setEnd(accessor, plan.program, operation.local);
    for (bool write : {false, true}) {
      std::vector<Strided> blocks;
      for (const Range &range : rangesOf(operation.source))
        if (range.kind != RangeKind::Target && writes(range.kind) == write)
          blocks.push_back(normalize(range.address, range.bytes, range.stride, range.count));
      add(memory, accessor, write, blocks);
    }
  }

  void ship(const RankPlan &plan, const Operation &operation) {
    const Event &event = eventOf(operation.source);
    Shipped shipped{};
    shipped.accessor = describe(plan, operation.source);
    Accessor &accessor = shipped.accessor;
    accessor.side = Side::Target;
    accessor.atomic = isAtomic(event.kind);
    accessor.target = event.peer;
    accessor.op = event.op;
    accessor.type = event.type;
    setEnd(accessor, plan.program, operation.remote);
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
    auto [known, isNew] =
        sent_[process].emplace(clock, static_cast<uint32_t>(sent_[process].size()));
    shipped.newClock = isNew;
    accessor.start.clock = known->second;
    put(outgoing_[process], shipped);
    if (isNew)
      put(outgoing_[process], clocks_.clocks[clock]);
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
        std::vector<Range> ranges;
        for (uint32_t i = 0; i < shipped.blocks; ++i)
          ranges.push_back(in.get<Range>());
        addTarget(shipped, ranges);
      }
    }
  }

  void addTarget(const Shipped &shipped, std::span<const Range> ranges) {
    auto found = std::find_if(memories_.begin(), memories_.end(),
                              [&](const Memory &memory) { return memory.rank == shipped.world; });
    if (found == memories_.end())
      return;
    const RankPlan &plan = plans_[static_cast<std::size_t>(found - memories_.begin())];
    const WindowPart *part = findWindowPart(trace_, shipped.world, shipped.accessor.window);
    if (!part)
      return;
    Accessor accessor = shipped.accessor;
    if (shipped.held) {
      if (found->holds.back() != std::vector<Hold>{shipped.hold})
        found->holds.push_back({shipped.hold});
      accessor.holds = static_cast<uint32_t>(found->holds.size() - 1);
    }
    applyExposure(accessor, plan, shipped);
    uint64_t unit = part->flavor == kDynamic ? 1 : part->dispUnit;
    uint64_t start = windowBase(*part) + static_cast<uint64_t>(shipped.displacement) * unit;
    std::vector<Strided> blocks;
    for (const Range &range : ranges)
      blocks.push_back(normalize(start + range.address, range.bytes, range.stride, range.count));
    add(*found, accessor, shipped.write != 0, blocks);
  }

  /// RMA-RULES 2: the target's entry into the fence or post starts it, the wait may end it.
  void applyExposure(Accessor &accessor, const RankPlan &plan, const Shipped &shipped) const {
    const Exposure *exposure = nullptr;
    const Exposures &all = plan.exposures;
    if (shipped.epoch == EpochKind::Fence) {
      if (auto fence = all.fences.find({accessor.window, shipped.sequence});
          fence != all.fences.end())
        exposure = &fence->second;
    } else if (shipped.epoch == EpochKind::Pscw) {
      if (auto post = all.posts.find({accessor.window, accessor.rank, shipped.sequence});
          post != all.posts.end()) {
        exposure = &post->second;
        if (accessor.end.position == UINT64_MAX) {
          setEnd(accessor, plan.program, exposure->end);
          accessor.endsHere = exposure->end.known();
        }
      }
    }
    if (exposure)
      accessor.exposure = startAt(exposure->probe, plan.program.rank, exposure->position);
  }

  void addLocal(Memory &memory, const RankPlan &plan, const LocalUse &use, const Touched &touched) {
    Accessor accessor = describe(plan, use.source);
    accessor.holds = use.holds;
    setEnd(accessor, plan.program, use.end);
    bool segment = eventOf(use.source).kind == EventKind::Local;
    if (segment)
      accessor.start.position = use.segmentEnd;
    bool first = true;
    for (const Range &range : rangesOf(use.source)) {
      Strided block = normalize(range.address, range.bytes, range.stride, range.count);
      if (block.count == 0 || !touched.any(block))
        continue;
      uint32_t context = segment ? range.context : accessor.context;
      AccessKind kind = !segment                         ? accessor.kind
                        : range.kind == RangeKind::Store ? AccessKind::Store
                                                         : AccessKind::Load;
      if (first || accessor.context != context || accessor.kind != kind) {
        accessor.context = context;
        accessor.kind = kind;
        memory.accessors.push_back(accessor);
        first = false;
      }
      memory.accesses.push_back(
          {static_cast<uint32_t>(memory.accessors.size() - 1), writes(range.kind), block});
    }
  }

  const Analysis &analysis_;
  const Trace &trace_;
  const std::vector<RankPlan> &plans_;
  Clocks &clocks_;
  std::vector<Memory> memories_;
  std::vector<Bytes> outgoing_;
  std::vector<std::map<uint32_t, uint32_t>> sent_; // clocks, by process
};

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

std::vector<Memory> collectMemories(const Analysis &analysis, const std::vector<RankPlan> &plans,
                                    Clocks &clocks) {
  return Collector(analysis, plans, clocks).run();
}

} // namespace fencepost::analyzer::races
