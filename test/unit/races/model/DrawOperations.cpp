//===- DrawOperations.cpp - random one-sided operations -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawWindows.h"

#include <algorithm>

namespace racemodel {

namespace {

bool overlap(const Blocks &a, const Blocks &b) {
  auto hull = [](const Blocks &blocks) {
    uint64_t other = blocks.address + (blocks.count - 1) * static_cast<uint64_t>(blocks.stride);
    return std::pair(std::min(blocks.address, other),
                     std::max(blocks.address, other) + blocks.bytes);
  };
  auto [firstA, lastA] = hull(a);
  auto [firstB, lastB] = hull(b);
  return firstA < lastB && firstB < lastA;
}

} // namespace

std::vector<DrawWindows::Place> DrawWindows::places(uint32_t window) const {
  const State &state = states[window];
  std::vector<Place> places;
  for (uint32_t rank : ranksOf(window)) {
    auto found = state.members.find(rank);
    if (found == state.members.end())
      continue;
    const Member &member = found->second;
    if (state.phase == Phase::Fence)
      for (uint32_t target : ranksOf(window))
        places.push_back({rank, target, state.fenceUnit});
    for (uint32_t target : member.started)
      places.push_back({rank, target, state.roundUnit});
    for (const Held &held : member.locks)
      for (uint32_t target : ranksOf(window))
        if (held.target == kNone || held.target == target)
          places.push_back({rank, target, held.unit});
  }
  return places;
}

void DrawWindows::operation() {
  auto window = sequence.below(static_cast<uint32_t>(states.size()));
  std::vector<Place> all = places(window);
  if (all.empty())
    return synchronize();
  operation(window, sequence.oneOf(all));
}

void DrawWindows::operation(uint32_t window, const Place &place) {
  constexpr What kKinds[] = {What::Put, What::Put, What::Get, What::Get, What::Accumulate};
  Call made{.what = kKinds[sequence.below(5)]};
  made.rank = place.rank;
  if (isAtomic(made.what) && fetches != kNone)
    made.what = place.rank == fetches
                    ? static_cast<What>(static_cast<uint32_t>(What::Accumulate) + sequence.below(4))
                    : What::Put;
  bool single = made.what == What::FetchAndOp || made.what == What::CompareAndSwap;
  made.peer = rankIn(window, place.target);
  made.unit = sequence.newUnit();
  made.needs = {place.unit};
  uint64_t element = 1, count = 1 + sequence.below(12), grain = 1;
  if (isAtomic(made.what)) {
    made.type = sequence.below(std::size(kTypes));
    made.op = sequence.below(isGetLike(made.what) ? kNoOp + 1 : kNoOp);
    if (made.what == What::CompareAndSwap) {
      made.type = sequence.oneIn(2) ? 0 : 2; // integers
      made.op = kReplace;
    }
    element = kTypes[made.type].bytes;
    count = single ? 1 : 1 + sequence.below(2);
    grain = 4;
  }
  uint64_t bytes = element * count;

  // The target: in one block or in two.
  const Part &part = sequence.program.windows[window].parts[made.peer];
  uint64_t stride = 0, blocks = 1;
  if (count % 2 == 0 && sequence.oneIn(4)) {
    blocks = 2;
    stride = bytes / 2 + element * (1 + sequence.below(2));
  }
  uint64_t extent = stride + bytes / blocks;
  uint64_t at = sequence.below(static_cast<uint32_t>((part.size - extent) / grain + 1)) * grain;
  made.displacement = static_cast<int64_t>(at / part.unit);
  made.target = {at % part.unit, bytes / blocks, static_cast<int64_t>(stride), blocks};

  if (made.what != What::Get && !(isAtomic(made.what) && made.op == kNoOp))
    made.buffers.push_back({buffers.draw(made.rank, bytes, 5), Use::Read});
  if (made.what == What::CompareAndSwap)
    made.buffers.push_back({buffers.draw(made.rank, bytes, 5), Use::Compare});
  if (isGetLike(made.what)) {
    Blocks result = buffers.draw(made.rank, bytes, 5);
    while (std::any_of(made.buffers.begin(), made.buffers.end(),
                       [&](const Buffer &buffer) { return overlap(result, buffer.blocks); }))
      result = buffers.draw(made.rank, bytes, 5);
    made.buffers.push_back({result, Use::Write});
  }
  bool passive = states[window].phase == Phase::Passive;
  bool isRequest = passive && !single && sequence.oneIn(3);
  if (isRequest)
    messages.makeRequest(made);
  if (sequence.oneIn(40)) {
    made.peer = kProcNull;
    made.buffers.clear();
    made.target = {};
  }
  bool touches = made.peer != kProcNull;
  if (!touches && isRequest) {
    made.nonBlocking = false;
    made.request = 0;
    isRequest = false;
  }
  states[window].operations = true;
  std::size_t index = call(window, std::move(made), false);
  if (isRequest)
    messages.requested(index);
}

} // namespace racemodel
