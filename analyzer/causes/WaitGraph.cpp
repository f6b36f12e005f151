//===- WaitGraph.cpp - how waits cause one another ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/WaitGraph.h"

#include "analyzer/match/Near.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace fencepost::analyzer {

namespace {

__extension__ typedef __int128 Wide;

/// Adds to ranges, tells the sum at a point (a Fenwick tree of differences). In integers: the sums
/// depend on no order.
class RangeSums {
public:
  explicit RangeSums(std::size_t size) : tree(size + 1, 0) {}

  void add(std::size_t first, std::size_t last, double value) {
    auto parts = static_cast<Wide>(std::nearbyint(value * kParts));
    addFrom(first, parts);
    addFrom(last, -parts);
  }
  double at(std::size_t index) const {
    Wide sum = 0;
    for (std::size_t i = index + 1; i > 0; i -= i & -i)
      sum += tree[i];
    return double(sum) / kParts;
  }

private:
  static constexpr double kParts = double(uint64_t(1) << 40);

  void addFrom(std::size_t index, Wide value) {
    for (std::size_t i = index + 1; i < tree.size(); i += i & -i)
      tree[i] += value;
  }
  std::vector<Wide> tree;
};

/// The waits by waiter and time; those of one waiter do not overlap.
class Order {
public:
  explicit Order(const std::vector<WaitNode> &waits) : waits(waits), order(waits.size()) {
    std::iota(order.begin(), order.end(), 0);
    auto byKey = [&](uint32_t a, uint32_t b) { return key(a) < key(b); };
    if (!std::is_sorted(order.begin(), order.end(), byKey)) // as those of one process are
      std::sort(order.begin(), order.end(), byKey);
    ticks.push_back(0);
    Places *of = nullptr;
    for (std::size_t place = 0; place < order.size(); ++place) {
      const WaitNode &wait = waits[order[place]];
      ticks.push_back(ticks.back() + wait.end - wait.begin);
      if (place == 0 || waits[order[place - 1]].waiter != wait.waiter)
        of = &places.emplace(wait.waiter, Places{.first = place}).first->second;
      ++of->count;
    }
  }

  /// Places [first, last) of the waits of `who` that lie within the time.
  std::pair<std::size_t, std::size_t> within(ThreadOfRank who, uint64_t begin, uint64_t end) {
    auto found = places.find(who);
    if (found == places.end())
      return {0, 0};
    Places &of = found->second;
    std::span<const uint32_t> all = std::span(order).subspan(of.first, of.count);
    placeNear(all, of.begin, [&](uint32_t a) { return waits[a].begin < begin; });
    placeNear(all, of.end, [&](uint32_t a) { return waits[a].end <= end; });
    return {of.first + of.begin, of.first + std::max(of.begin, of.end)};
  }

  uint32_t operator[](std::size_t place) const { return order[place]; }
  uint64_t ticksOf(std::size_t first, std::size_t last) const { return ticks[last] - ticks[first]; }
  std::size_t size() const { return order.size(); }

private:
  std::tuple<ThreadOfRank, uint64_t, uint64_t> key(uint32_t index) const {
    return {waits[index].waiter, waits[index].begin, waits[index].end};
  }
  /// Of one waiter; `begin` and `end` are what was last found, for placeNear.
  struct Places {
    std::size_t first = 0, count = 0, begin = 0, end = 0;
  };
  const std::vector<WaitNode> &waits;
  std::vector<uint32_t> order;
  std::unordered_map<ThreadOfRank, Places, HashThread> places;
  std::vector<uint64_t> ticks; // up to each place
};

} // namespace

std::vector<double> longTermCosts(const std::vector<WaitNode> &waits) {
  Order places(waits);
  // A wait's costs are known when all that ended later have passed theirs on.
  struct Ending {
    uint64_t until, end;
    std::size_t place;
  };
  std::vector<Ending> latestFirst;
  latestFirst.reserve(waits.size());
  for (std::size_t place = 0; place < waits.size(); ++place)
    latestFirst.push_back({waits[places[place]].until, waits[places[place]].end, place});
  std::sort(latestFirst.begin(), latestFirst.end(), [](const Ending &a, const Ending &b) {
    return std::tie(b.until, b.end, a.place) < std::tie(a.until, a.end, b.place);
  });
  std::vector<double> costs(waits.size(), 0);
  RangeSums perTick(waits.size());
  for (const Ending &ending : latestFirst) {
    std::size_t place = ending.place;
    const WaitNode &wait = waits[places[place]];
    double ticks = double(wait.end - wait.begin);
    double &cost = costs[places[place]];
    cost = ticks * perTick.at(place);
    auto [first, last] = places.within(wait.late, wait.since, wait.until);
    if (uint64_t among = first < last ? places.ticksOf(first, last) : 0)
      perTick.add(first, last, wait.passedOn * (ticks + cost) / double(among));
  }
  return costs;
}

namespace {

/// The critical path, a stretch after the other.
class Path {
public:
  Path(const std::vector<WaitNode> &waits, const std::vector<Lifetime> &threads) {
    for (const Lifetime &thread : threads)
      lives[thread.who] = &thread;
    for (const WaitNode &wait : waits)
      ending[wait.waiter].push_back(&wait);
    for (auto &[who, list] : ending)
      std::sort(list.begin(), list.end(), [](const WaitNode *a, const WaitNode *b) {
        return std::tie(a->until, a->begin) < std::tie(b->until, b->begin);
      });
  }

  /// From `who` back to where all met, or to the begin of its life where nobody did.
  void follow(ThreadOfRank who, uint64_t now, const Meeting &since) {
    auto stay = [&](uint64_t begin) {
      if (begin < now)
        segments.push_back({who, begin, now});
      now = std::min(now, begin);
    };
    while (true) {
      // Each wait is used once at most: it ends however damaged the times are.
      std::vector<const WaitNode *> &mine = ending[who];
      while (!mine.empty() && mine.back()->until > now)
        mine.pop_back();
      if (!mine.empty() && mine.back()->until > since.time) {
        stay(mine.back()->until);
        who = mine.back()->late;
        mine.pop_back();
        continue;
      }
      if (since.last.rank != kNone)
        return stay(since.time);
      if (auto life = lives.find(who); life != lives.end())
        stay(life->second->begin);
      if (who.thread == 0)
        return;
      who.thread = 0; // which began this thread
    }
  }

  std::vector<PathSegment> segments;

private:
  std::map<ThreadOfRank, const Lifetime *> lives;
  std::map<ThreadOfRank, std::vector<const WaitNode *>> ending; // by their end, the latest last
};

} // namespace

std::vector<PathSegment> criticalPath(const std::vector<WaitNode> &waits,
                                      const std::vector<Lifetime> &threads,
                                      const std::vector<Meeting> &meetings, bool isLast) {
  Path path(waits, threads);
  const Lifetime *last = nullptr;
  for (const Lifetime &thread : threads)
    if (thread.who.thread == 0 &&
        (!last || std::tuple(last->end, thread.who) < std::tuple(thread.end, last->who)))
      last = &thread;
  if (isLast && last)
    path.follow(last->who, last->end, meetings.back());
  for (std::size_t i = meetings.size(); i-- > 1;)
    path.follow(meetings[i].last, meetings[i].time, meetings[i - 1]);
  return std::move(path.segments);
}

} // namespace fencepost::analyzer
