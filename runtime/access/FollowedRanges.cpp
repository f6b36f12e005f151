//===- FollowedRanges.cpp - ranges that the code makes longer -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/FollowedRanges.h"

#include "runtime/access/Tracked.h"

#include <utility>

namespace fencepost::runtime {

namespace {

constexpr uint32_t kMostFollowed = 1 << 12; // sites; of further ones nothing is followed

/// Of a site, beside its FollowedRange. It speaks of nothing in the site's module, which may go.
struct State {
  uint64_t key;
  uint64_t first;     // of what is followed now; 0: nothing is
  uint64_t last;      // end of what was accessed last
  MemoryRange window; // around what was followed last
  uint32_t segment;   // in which the others hold
  bool active;        // is in the list
};

FollowedRange ranges[kMostFollowed];
State states[kMostFollowed];
uint32_t used = 1; // number 0 is for the sites that have none

} // namespace

FollowedRange *FollowedRanges::all() { return ranges; }

bool FollowedRanges::take(Site &site, uint64_t key, const StridedRange &range, Tell tell,
                          void *context) {
  if (range.count != 1 || (!site.followed && used == kMostFollowed))
    return false;
  if (!site.followed)
    site.followed = used++;
  State &state = states[site.followed];
  if (state.segment != segment_)
    state = {.key = key, .first = 0, .last = 0, .window = {}, .segment = segment_, .active = false};
  finish(site.followed, tell, context);
  const auto from = static_cast<uint64_t>(range.start), end = from + range.bytes;
  return std::exchange(state.last, end) == from && follow(site.followed, from, end);
}

/// False where that is not all in one window.
bool FollowedRanges::follow(uint32_t index, uint64_t from, uint64_t end) {
  State &state = states[index];
  if (from < state.window.start || end > state.window.end)
    state.window = windowMemory(from, 0);
  if (end > state.window.end || (!state.active && !active_.push(index)))
    return false;
  state.active = true;
  state.first = from;
  ranges[index] = {end, state.window.end};
  return true;
}

void FollowedRanges::finish(uint32_t index, Tell tell, void *context) {
  State &state = states[index];
  const FollowedRange followed = std::exchange(ranges[index], {});
  const uint64_t first = std::exchange(state.first, 0);
  if (!first)
    return;
  state.last = followed.end;
  tell(context, state.key, {static_cast<int64_t>(first), followed.end - first, 0, 1}, false);
}

void FollowedRanges::tell(Tell tell, void *context) {
  ++segment_;
  for (const uint32_t index : active_)
    finish(index, tell, context);
  active_.clear();
}

void FollowedRanges::stop() {
  for (const uint32_t index : active_)
    ranges[index].limit = 0;
}

} // namespace fencepost::runtime
