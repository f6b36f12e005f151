//===- Sweep.cpp - searches one memory for races --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Sweep.h"

#include "analyzer/races/ActiveSet.h"
#include "analyzer/races/Conflict.h"
#include "analyzer/races/Likeness.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace fencepost::analyzer::races {

namespace {

class Sweep {
public:
  Sweep(const Memory &memory, const Definitions &definitions, Scope scope)
      : memory_(memory), definitions_(definitions), scope_(scope), likenesses_(memory) {}

  std::vector<Race> run() {
    sort();
    findSources();
    for (uint32_t i = 0; i < order_.size(); ++i) {
      compare(order_[i]);
      keep(order_[i]);
      pass(order_[i]);
      if (active_.size() > 2 * survivors_ + 256)
        retire();
    }
    std::vector<Race> races;
    for (auto &[key, found] : found_)
      races.push_back(std::move(found.race));
    return races;
  }

private:
  const Accessor &accessorOf(uint32_t access) const {
    return memory_.accessors[memory_.accesses[access].accessor];
  }

  std::pair<uint32_t, uint64_t> when(const Start &start) const {
    return {(*memory_.clocks)[start.clock].base(), start.order};
  }
  auto key(const Accessor &accessor) const {
    auto time = when(accessor.start);
    if (accessor.exposure.strand != kNone)
      time = std::max(time, when(accessor.exposure));
    return std::tuple(time, accessor.rank, accessor.position, accessor.thread, accessor.side,
                      accessor.context, accessor.kind);
  }

  void sort() {
    std::vector<decltype(key(memory_.accessors.front()))> keys;
    keys.reserve(memory_.accessors.size());
    for (const Accessor &accessor : memory_.accessors)
      keys.push_back(key(accessor));
    order_.resize(memory_.accesses.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
      const Access &first = memory_.accesses[a], &second = memory_.accesses[b];
      if (auto before = keys[first.accessor] <=> keys[second.accessor]; before != 0)
        return before < 0;
      return std::tie(first.bytes.address, first.write, a) <
             std::tie(second.bytes.address, second.write, b);
    });
  }

  /// For each strand that accesses this memory, of what is still to come the access that starts
  /// first in it: what that one knows, the others know. And what it sees of shared windows, those
  /// to the same one see.
  using SourceKey = std::pair<uint32_t, uint32_t>;
  SourceKey sourceOf(uint32_t access) const {
    const Accessor &accessor = accessorOf(access);
    return {accessor.start.strand, memory_.visibilities[accessor.visibility].window};
  }
  void findSources() {
    for (auto i = order_.rbegin(); i != order_.rend(); ++i) {
      Source &source = sources_[sourceOf(*i)];
      bool earliest = source.first.empty() || accessorOf(*i).start.position <
                                                  accessorOf(source.first.back()).start.position;
      source.first.push_back(earliest ? *i : source.first.back());
    }
  }
  void pass(uint32_t access) {
    auto source = sources_.find(sourceOf(access));
    source->second.first.pop_back();
    if (source->second.first.empty())
      sources_.erase(source);
  }

  void compare(uint32_t later) {
    const Access &access = memory_.accesses[later];
    bool local = accessorOf(later).side == Side::Local;
    for (bool earlierLocal : {false, true})
      for (bool earlierWrites : {true, false})
        if ((memory_.shared || memory_.pending || !(local && earlierLocal)) &&
            (access.write || earlierWrites))
          sets_[earlierLocal][earlierWrites].query(
              access.bytes, [&](uint32_t earlier) { compare(standing_[earlier], later); });
  }

  void compare(uint32_t earlier, uint32_t later) {
    const Access &a = memory_.accesses[earlier], &b = memory_.accesses[later];
    if (sameAtomic(a, b) || !overlap(a.bytes, b.bytes))
      return;
    if (scope_ == Scope::WithinRank && accessorOf(earlier).rank != accessorOf(later).rank)
      return;
    auto id = conflict(memory_, a, b, definitions_);
    if (!id || ordered(memory_, accessorOf(earlier), accessorOf(later)))
      return;
    const Accessor &first = accessorOf(earlier), &second = accessorOf(later);
    if (first.side != Side::Target && second.side != Side::Target && first.rank == second.rank &&
        memory_.releasedBetween(a, b))
      return;
    Found &found = found_[{*id, first.context, first.kind, first.side, second.context, second.kind,
                           second.side}];
    if (found.race.instances == 0) {
      found.race.id = *id;
      found.race.earlier = a;
      found.race.later = b;
    }
    if (found.race.instances == 0 || found.lastAccessor != b.accessor)
      ++found.race.instances;
    found.lastAccessor = b.accessor;
    found.race.ranks.insert({first.rank, second.rank});
  }

  /// Counters and locks are mostly accessed like that, by many.
  bool sameAtomic(const Access &a, const Access &b) const {
    const Accessor &first = memory_.accessors[a.accessor], &second = memory_.accessors[b.accessor];
    return first.atomic && second.atomic && first.op == second.op && first.type == second.type &&
           first.window == second.window && a.bytes == b.bytes;
  }

  // ---- what is compared with the accesses to come

  ActiveSet &setOf(uint32_t access) {
    return sets_[accessorOf(access).side == Side::Local][memory_.accesses[access].write];
  }

  void keep(uint32_t access) {
    Likeness likeness = likenesses_.of(memory_.accesses[access]);
    auto [found, isNew] = active_.try_emplace(likeness, 0);
    if (!isNew) {
      uint32_t &standing = standing_[found->second];
      const Access &before = memory_.accesses[standing], &now = memory_.accesses[access];
      if (likenesses_.overAfter(before, now))
        return;
      if (likenesses_.overAfter(now, before)) {
        standing = access;
        return;
      }
      likeness.itself = ++alone_;
      found = active_.try_emplace(likeness, 0).first;
    }
    if (free_.empty()) {
      free_.push_back(static_cast<uint32_t>(standing_.size()));
      standing_.push_back(access);
    }
    found->second = free_.back();
    free_.pop_back();
    standing_[found->second] = access;
    setOf(access).insert(found->second, memory_.accesses[access].bytes);
  }

  bool knownToAll(const Accessor &accessor) const {
    return std::all_of(sources_.begin(), sources_.end(), [&](const auto &source) {
      const Accessor &next = accessorOf(source.second.first.back());
      // A target's side in the memory of a load or store stands for buffers there as well.
      bool mayNeed =
          accessor.rank != next.rank || memory_.visibilities[accessor.visibility].separate;
      if ((accessor.visibility && mayNeed) || memory_.needVisibility(accessor, next))
        return memory_.seenBefore(accessor, next);
      return memory_.anyEnd(accessor,
                            [&](const Stamp &end) { return memory_.knows(next.start, end); });
    });
  }

  void retire() {
    for (auto it = active_.begin(); it != active_.end();) {
      uint32_t access = standing_[it->second];
      if (knownToAll(accessorOf(access))) {
        setOf(access).erase(it->second, memory_.accesses[access].bytes);
        free_.push_back(it->second);
        it = active_.erase(it);
      } else {
        ++it;
      }
    }
    survivors_ = active_.size();
  }

  struct Source {
    std::vector<uint32_t> first; // back: of all to come; below: after the next one
  };
  struct Found {
    Race race{};
    uint32_t lastAccessor = 0;
  };
  using FoundKey = std::tuple<FindingId, uint32_t, AccessKind, Side, uint32_t, AccessKind, Side>;

  const Memory &memory_;
  const Definitions &definitions_;
  Scope scope_;
  std::vector<uint32_t> order_; // accesses
  std::map<SourceKey, Source> sources_;
  Likenesses likenesses_;
  std::unordered_map<Likeness, uint32_t, LikenessHash> active_; // to what stands for them
  std::vector<uint32_t> standing_;                              // accesses
  uint32_t alone_ = 0;
  std::vector<uint32_t> free_; // places in standing_
  std::size_t survivors_ = 0;
  ActiveSet sets_[2][2]; // local, write
  std::map<FoundKey, Found> found_;
};

} // namespace

std::vector<Race> sweep(const Memory &memory, const Definitions &definitions, Scope scope) {
  return Sweep(memory, definitions, scope).run();
}

} // namespace fencepost::analyzer::races
