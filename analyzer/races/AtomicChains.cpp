//===- AtomicChains.cpp - atomic operations that synchronize --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/AtomicChains.h"

#include "analyzer/races/AtomicLocations.h"
#include "analyzer/races/SharedMemory.h"
#include "analyzer/races/WindowParts.h"
#include "analyzer/races/Wire.h"

#include "model/Site.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

namespace fencepost::analyzer::races {

namespace {

/// An operation on its way to the target's memory; its blocks follow.
struct Shipped {
  AtomicUse use;
  uint32_t window, target;
  uint32_t span; // number of it
  uint32_t blocks;
  int64_t displacement;
};

/// What an operation does in a flow, on its way back.
struct Link {
  InstanceKey instance;
  uint32_t plan, operation;
  uint32_t gives;
  uint32_t local; // `operation` counts the plan's local uses
};

/// A segment with atomic accesses to a shared window, on its way to who has the window's first
/// rank.
struct SharedAccess {
  AtomicUse use;
  uint32_t window;
};

class Chains {
public:
  Chains(const Analysis &analysis, Numbering &numbering, std::vector<RankPlan> &plans)
      : analysis_(analysis), trace_(analysis.trace), numbering_(numbering), plans_(plans),
        outgoing_(static_cast<std::size_t>(analysis.processes)), shared_(outgoing_.size()),
        links_(outgoing_.size()) {}

  void run() {
    for (uint32_t p = 0; p < plans_.size(); ++p)
      for (uint32_t i = 0; i < plans_[p].operations.size(); ++i)
        ship(p, i);
    receive();
    for (uint32_t p = 0; p < plans_.size(); ++p)
      addLocals(p);
    for (auto &[where, locations] : memories_)
      locations.divide();
    for (const RankPlan &plan : plans_)
      addStores(plan);
    for (auto &[where, locations] : memories_)
      link(where, locations);
    linkShared();
    for (const auto &fromOwner : allToAll(analysis_.comm, std::move(links_)))
      for (const Link &link : fromOwner)
        act(link);
  }

private:
  using Where = std::pair<uint32_t, uint32_t>; // rank, span

  /// Number of the span of the phase between two places where the run can be cut. What happens in
  /// it does not see what comes after, nor must be told of what came before.
  uint32_t spanOf(const Source &source) const {
    return trace_.locations[source.location].spanOf(source.event);
  }
  const Event &eventOf(const Source &source) const {
    return trace_.locations[source.location].events[source.event];
  }
  std::span<const Range> rangesOf(const Source &source) const {
    const Event &event = eventOf(source);
    const auto &ranges = trace_.locations[source.location].ranges;
    return std::span(ranges).subspan(event.firstRange, event.rangeCount);
  }

  /// Plain writes of few bytes may set a counter.
  static bool matters(const Event &event) {
    constexpr uint64_t kFew = 16;
    return isAtomic(event.kind) || (event.kind == EventKind::Put && event.bytes <= kFew);
  }

  AtomicUse describe(uint32_t plan, uint32_t index) const {
    const Operation &operation = plans_[plan].operations[index];
    const Event &event = eventOf(operation.source);
    const auto &values = trace_.locations[operation.source.location].values;
    const auto &strings = trace_.definitions.strings;
    AtomicUse use{.op = {}, .rank = plans_[plan].rank, .plan = plan, .operation = index};
    use.window = event.window;
    for (const Hold &hold : plans_[plan].holds[operation.holds])
      use.excludes |= hold.exclusive;
    if (isAtomic(event.kind))
      use.op = describeAtomic(event.kind, strings[event.op], strings[event.type], event.bytes,
                              event.group < values.size() ? values[event.group] : AtomicValues{});
    else
      use.plain = 1;
    use.op.enter = event.enter;
    bool returns = isAtomic(event.kind) && event.kind != EventKind::Accumulate;
    if (returns && operation.local.known())
      use.op.seen = use.op.done = operation.local.time;
    if (operation.remote.known())
      use.op.done = std::min(use.op.done, operation.remote.time);
    return use;
  }

  void ship(uint32_t plan, uint32_t index) {
    const Operation &operation = plans_[plan].operations[index];
    const Event &event = eventOf(operation.source);
    if (!matters(event))
      return;
    std::vector<Range> targets;
    for (const Range &range : rangesOf(operation.source))
      if (range.kind == RangeKind::Target)
        targets.push_back(range);
    auto process = static_cast<std::size_t>(ownerOfRank(operation.target, analysis_.processes));
    put(outgoing_[process], Shipped{describe(plan, index), event.window, operation.target,
                                    spanOf(operation.source), static_cast<uint32_t>(targets.size()),
                                    event.displacement});
    for (const Range &range : targets)
      put(outgoing_[process], range);
  }

  void receive() {
    auto incoming = allToAll(analysis_.comm, std::move(outgoing_));
    for (std::size_t process = 0; process < incoming.size(); ++process)
      for (Unpack in(incoming[process]); in.more();) {
        auto shipped = in.get<Shipped>();
        shipped.use.process = static_cast<uint32_t>(process);
        const WindowPart *part = findWindowPart(trace_, shipped.target, shipped.window);
        uint64_t unit = !part || part->flavor == kDynamic ? 1 : part->dispUnit;
        uint64_t start =
            (part ? windowBase(*part) : 0) + static_cast<uint64_t>(shipped.displacement) * unit;
        std::vector<Strided> blocks;
        for (uint32_t i = 0; i < shipped.blocks; ++i) {
          auto range = in.get<Range>();
          blocks.push_back(
              normalize(start + range.address, range.bytes, range.stride, range.count));
        }
        if (part)
          memories_[{shipped.target, shipped.span}].add(shipped.use, blocks);
      }
  }

  // ---- the rank's own loads and stores

  /// What a segment may have seen began before it ended: not when it did, as the next segment does.
  static uint64_t lastSeen(const Event &segment) { return segment.leave - (segment.leave > 0); }

  AtomicUse describeLocal(uint32_t plan, uint32_t index) const {
    const Event &event = eventOf(plans_[plan].locals[index].source);
    AtomicUse use{.op = {}, .rank = plans_[plan].rank, .plan = plan, .operation = index};
    use.process = static_cast<uint32_t>(analysis_.process);
    use.local = 1;
    use.op.enter = event.enter;
    return use;
  }

  void addLocals(uint32_t p) {
    const RankPlan &plan = plans_[p];
    SharedMemory memory = SharedMemory::shared(trace_, plan.rank);
    for (uint32_t i = 0; i < plan.locals.size(); ++i) {
      const LocalUse &use = plan.locals[i];
      if (eventOf(use.source).kind != EventKind::Local)
        continue;
      auto found = memories_.find({plan.rank, spanOf(use.source)});
      for (const Hold &hold : plan.holds[use.holds]) // those for itself alone
        if (hold.target == plan.rank && found != memories_.end())
          addLocked(p, i, hold, found->second);
      if (!memory.empty())
        shipShared(p, i, memory);
    }
  }

  /// Inside its own lock epoch a rank's loads and stores may see, and be seen (RMA-RULES 3).
  void addLocked(uint32_t p, uint32_t index, const Hold &hold, AtomicLocations &locations) const {
    const Source &source = plans_[p].locals[index].source;
    for (const Range &range : rangesOf(source)) {
      AtomicUse use = describeLocal(p, index);
      if (range.kind == RangeKind::Load)
        use.op.seen = lastSeen(eventOf(source));
      else if (range.kind == RangeKind::Store)
        use.op.writes = true;
      else
        continue;
      use.op.done = eventOf(source).leave;
      use.window = hold.window;
      use.excludes = hold.exclusive;
      Strided block = normalize(range.address, range.bytes, range.stride, range.count);
      locations.add(use, std::span(&block, 1));
    }
  }

  // ---- atomic loads and stores in shared windows

  /// Which values atomic loads and stores have is not recorded: any segment with some may have seen
  /// all that began before it ended, and has.
  void shipShared(uint32_t p, uint32_t index, const SharedMemory &memory) {
    const Source &source = plans_[p].locals[index].source;
    std::set<uint32_t> windows;
    for (const Range &range : rangesOf(source))
      if ((range.kind == RangeKind::Load || range.kind == RangeKind::Store) &&
          trace_.definitions.contexts[range.context].call == kAtomicAccess)
        windows.insert(memory.windowAt(range.address, eventOf(source).enter));
    windows.erase(kNone);
    for (uint32_t window : windows) {
      AtomicUse use = describeLocal(p, index);
      use.op.writes = true;
      use.op.seen = lastSeen(eventOf(source));
      uint32_t first = trace_.definitions.windowComm(window).worldRank(0, plans_[p].rank);
      shared_[static_cast<std::size_t>(ownerOfRank(first, analysis_.processes))].push_back(
          {use, window});
    }
  }

  void linkShared() {
    std::map<uint32_t, std::vector<AtomicUse>> windows;
    auto incoming = allToAll(analysis_.comm, std::move(shared_));
    for (std::size_t process = 0; process < incoming.size(); ++process)
      for (SharedAccess &access : incoming[process]) {
        access.use.process = static_cast<uint32_t>(process);
        windows[access.window].push_back(access.use);
      }
    for (auto &[window, uses] : windows) {
      std::sort(uses.begin(), uses.end(), [](const AtomicUse &a, const AtomicUse &b) {
        return std::tie(a.op.enter, a.rank, a.operation) <
               std::tie(b.op.enter, b.rank, b.operation);
      });
      std::vector<AtomicOp> ops;
      for (const AtomicUse &use : uses)
        ops.push_back(use.op);
      std::vector<Seen> seen = whatWasSeen(ops, false);
      auto key = [window = window](uint32_t number) {
        return InstanceKey{{KeyKind::WinCollective, window, 0, 0, 0, number}, Flow::Atomics};
      };
      for (uint32_t i = 0; i < uses.size(); ++i) {
        add(uses[i], key(i), true);
        if (seen[i].prefix > 0)
          add(uses[i], key(seen[i].prefix - 1), false);
      }
    }
  }

  // ---- what was seen

  /// The target's own stores are plain writes, too; in a shared window, others' may be.
  void addStores(const RankPlan &plan) {
    auto first = memories_.lower_bound({plan.rank, 0});
    auto last = memories_.upper_bound({plan.rank, kNone});
    if (first == last)
      return;
    for (const LocationTrace &location : trace_.locations)
      for (const WindowPart &part : location.windows)
        if (location.rank == plan.rank && part.flavor == kShared)
          for (auto memory = first; memory != last; ++memory)
            memory->second.store(normalize(part.base, part.size, 0, 1), UINT64_MAX);
    for (const LocalUse &use : plan.locals) {
      auto memory = memories_.find({plan.rank, spanOf(use.source)});
      if (memory == memories_.end())
        continue;
      for (const Range &range : rangesOf(use.source))
        if (range.kind == RangeKind::Store || range.kind == RangeKind::ReceiveWrite)
          memory->second.store(normalize(range.address, range.bytes, range.stride, range.count),
                               eventOf(use.source).leave);
    }
  }

  void link(const Where &where, AtomicLocations &locations) {
    locations.forEach([&](uint64_t address, std::span<const AtomicUse> writes,
                          std::span<const AtomicLocations::Sight> sights) {
      uint32_t chained = 0; // links of the chain that anybody takes
      std::vector<bool> single(writes.size());
      for (const auto &[use, seen] : sights) {
        chained = std::max(chained, seen.prefix);
        if (seen.prefix > 0)
          add(use, key(Flow::Atomics, where, address, seen.prefix - 1), false);
        for (uint32_t other : seen.others) {
          single[other] = true;
          add(use, key(Flow::Atomic, where, address, other), false);
        }
      }
      for (uint32_t i = 0; i < writes.size(); ++i) {
        if (i < chained)
          add(writes[i], key(Flow::Atomics, where, address, i), true);
        if (single[i])
          add(writes[i], key(Flow::Atomic, where, address, i), true);
      }
    });
  }

  static InstanceKey key(Flow flow, const Where &where, uint64_t address, uint32_t number) {
    return {{KeyKind::Pscw, where.first, static_cast<uint32_t>(address >> 32),
             static_cast<uint32_t>(address), where.second, number},
            flow};
  }
  void add(const AtomicUse &use, const InstanceKey &instance, bool gives) {
    links_[use.process].push_back({instance, use.plan, use.operation, gives, use.local});
  }

  bool isOneElement(const Event &event, const std::vector<AtomicValues> &values) const {
    return event.group < values.size() &&
           (values[event.group].operand || values[event.group].result);
  }

  void act(const Link &link) {
    RankPlan &plan = plans_[link.plan];
    uint32_t number = numbering_.instance(link.instance);
    if (link.local) {
      // The clock of the segment's accesses comes after both.
      const Source &source = plan.locals[link.operation].source;
      plan.programs[source.strand].actions.push_back({source.position, eventOf(source).enter,
                                                      link.gives ? Action::Give : Action::Take,
                                                      true, number});
      return;
    }
    Operation &operation = plan.operations[link.operation];
    uint32_t context = eventOf(operation.source).context;
    if (!link.gives) {
      plan.programs[operation.local.strand].syncs.push_back({operation.local.time, context, false});
      plan.programs[operation.local.strand].actions.push_back(
          {operation.local.position, operation.local.time, Action::Take, true, number});
      return;
    }
    const Event &event = eventOf(operation.source);
    plan.programs[operation.source.strand].syncs.push_back({event.enter, context, true});
    plan.programs[operation.source.strand].actions.push_back(
        {operation.source.position, event.enter, Action::Give, true, number});
    operation.seen |= isOneElement(event, trace_.locations[operation.source.location].values);
  }

  const Analysis &analysis_;
  const Trace &trace_;
  Numbering &numbering_;
  std::vector<RankPlan> &plans_;
  std::vector<Bytes> outgoing_;
  std::vector<std::vector<SharedAccess>> shared_;
  std::map<Where, AtomicLocations> memories_;
  std::vector<std::vector<Link>> links_;
};

} // namespace

void chainAtomics(const Analysis &analysis, Numbering &numbering, std::vector<RankPlan> &plans) {
  Chains(analysis, numbering, plans).run();
}

} // namespace fencepost::analyzer::races
