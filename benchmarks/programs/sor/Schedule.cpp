//===- Schedule.cpp - when each rank makes each call  ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"

#include <algorithm>
#include <queue>

namespace sor {

namespace {

constexpr Time kCompute = 20000; // of a half sweep
constexpr Time kLatest = 16000;  // of one rank's delay
constexpr uint32_t kLateOneIn = 4;

} // namespace

Schedule::Schedule(const Mesh &mesh, Variant variant, uint32_t iterations, Time begin)
    : mesh(mesh), halves(std::size_t(iterations) * kHalfSweeps * mesh.ranks),
      reductions(std::size_t(iterations) * mesh.ranks), now(mesh.ranks, begin), last(begin) {
  for (uint32_t iteration = 0; iteration < iterations; ++iteration) {
    for (uint32_t half = 0; half < kHalfSweeps; ++half, ++step) {
      HalfSweep *at = &halves[std::size_t(step) * mesh.ranks];
      for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
        now[rank] += kCompute + delay(rank, 0);
      if (variant == Variant::Fence)
        fences(at);
      else if (variant == Variant::Pscw)
        pairs(at);
      else
        locks(at);
    }
    last = meet("wait-at-nxn", &reductions[std::size_t(iteration) * mesh.ranks], 1);
  }
}

/// Some ranks are late, others each time: a hash tells who and how much.
Time Schedule::delay(uint32_t rank, uint32_t place) const {
  uint64_t hash = (uint64_t(step) << 34 | uint64_t(place) << 32 | rank) + 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  hash ^= hash >> 31;
  return hash % kLateOneIn ? 0 : (hash >> 8) % kLatest;
}

Time Schedule::putTo(uint32_t rank, Time after, uint32_t target) const {
  const std::vector<uint32_t> &targets = mesh.of(rank);
  auto before = std::find(targets.begin(), targets.end(), target) - targets.begin();
  return after + static_cast<Time>(before + 1) * (kGap + kCall);
}

Time Schedule::lastPut(uint32_t rank, Time after) const {
  return after + mesh.of(rank).size() * (kGap + kCall);
}

Time Schedule::meet(const std::string &metric, Span *first, std::size_t stride) {
  Time latest = *std::max_element(now.begin(), now.end());
  uint64_t waited = 0;
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    first[rank * stride] = {now[rank], latest + kCall};
    waited += latest - now[rank];
    now[rank] = latest + kCall + kGap;
  }
  injected[metric] += waited;
  return latest + kCall;
}

void Schedule::fences(HalfSweep *at) {
  constexpr std::size_t kStride = sizeof(HalfSweep) / sizeof(Span);
  // Nothing came between this fence and the one before: all of its pairs are unneeded. The first of
  // all ends no epoch.
  uint64_t others = uint64_t(mesh.ranks) * (mesh.ranks - 1);
  uint64_t origins = 0;
  meet("rma-wait-at-fence", &at->calls[0], kStride);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    origins += mesh.of(rank).size();
    now[rank] = lastPut(rank, at[rank].calls[0].leave) + kGap + delay(rank, 1);
  }
  std::vector<Time> enter = now;
  meet("rma-wait-at-fence", &at->calls[1], kStride);
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    Time under = enter[rank];
    for (uint32_t origin : mesh.of(rank))
      under = std::max(under, putTo(origin, at[origin].calls[0].leave, rank));
    injected["rma-early-fence"] += under - enter[rank];
  }
  injected["pairwise-syncs"] += step ? 2 * others : others;
  injected["unneeded-pairwise-syncs"] += step ? 2 * others - origins : others - origins;
}

void Schedule::pairs(HalfSweep *at) {
  auto latestEnter = [&](uint32_t rank, int call) {
    Time latest = 0;
    for (uint32_t other : mesh.of(rank))
      latest = std::max(latest, at[other].calls[call].enter);
    return latest;
  };
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    at[rank].calls[0] = {now[rank], now[rank] + kCall};
    at[rank].calls[1].enter = now[rank] + kCall + kGap;
  }
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    Span &start = at[rank].calls[1];
    Time free = std::max(start.enter, latestEnter(rank, 0));
    injected["rma-late-post"] += free - start.enter;
    start.leave = free + kCall;
    Time complete = lastPut(rank, start.leave) + kGap + delay(rank, 1);
    at[rank].calls[2] = {complete, complete + kCall};
    at[rank].calls[3].enter = complete + kCall + kGap;
  }
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank) {
    Span &wait = at[rank].calls[3];
    Time over = std::max(wait.enter, latestEnter(rank, 2));
    Time arrived = wait.enter;
    for (uint32_t origin : mesh.of(rank))
      arrived = std::max(arrived, putTo(origin, at[origin].calls[1].leave, rank));
    injected["rma-early-wait"] += over - wait.enter;
    injected["rma-late-complete"] += over - std::min(over, arrived);
    wait.leave = over + kCall;
    now[rank] = wait.leave + kGap;
    injected["pairwise-syncs"] += mesh.of(rank).size();
  }
  injected["unneeded-pairwise-syncs"] += 0;
}

/// Each rank locks its neighbours' windows exclusively in turn, puts, and unlocks; then all meet at
/// a barrier. Who asks first gets the lock first.
void Schedule::locks(HalfSweep *at) {
  struct Request {
    Time time;
    uint32_t rank, neighbour;
    bool operator>(const Request &other) const {
      return std::pair(time, rank) > std::pair(other.time, other.rank);
    }
  };
  std::priority_queue<Request, std::vector<Request>, std::greater<>> requests;
  for (uint32_t rank = 0; rank < mesh.ranks; ++rank)
    if (!mesh.of(rank).empty())
      requests.push({now[rank], rank, 0});
  std::vector<Time> released(mesh.ranks, 0);
  while (!requests.empty()) {
    auto [time, rank, neighbour] = requests.top();
    requests.pop();
    Time &held = released[mesh.of(rank)[neighbour]];
    Time granted = std::max(time, held);
    injected["rma-lock-contention"] += granted - time;
    at[rank].calls[neighbour] = {time, granted + kCall};
    // The put and the unlock.
    held = granted + kCall + 2 * (kGap + kCall);
    now[rank] = held + kGap;
    if (neighbour + 1 < mesh.of(rank).size())
      requests.push({now[rank], rank, neighbour + 1});
  }
  meet("wait-at-barrier", &at->calls[4], sizeof(HalfSweep) / sizeof(Span));
}

} // namespace sor
