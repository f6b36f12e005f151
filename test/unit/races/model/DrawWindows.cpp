//===- DrawWindows.cpp - random epochs ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawWindows.h"

#include <algorithm>

namespace racemodel {

// ---- windows

const std::vector<uint32_t> &DrawWindows::ranksOf(uint32_t window) const {
  return sequence.program.comms[sequence.program.windows[window].comm];
}

uint32_t DrawWindows::rankIn(uint32_t window, uint32_t rank) const {
  const auto &ranks = ranksOf(window);
  return static_cast<uint32_t>(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

/// `orders`: it opens or closes epochs, and comes after all that was done in them.
std::size_t DrawWindows::call(uint32_t window, Call call, bool orders) {
  call.window = window;
  State &state = states[window];
  if (call.unit != state.unit)
    call.needs.push_back(state.unit);
  Member &member = state.members[call.rank];
  std::vector<std::size_t> after = member.synchronizations;
  if (orders)
    after.insert(after.end(), member.since.begin(), member.since.end());
  std::size_t index = sequence.add(std::move(call), after);
  if (orders) {
    member.synchronizations = {index};
    member.since.clear();
  } else {
    member.since.push_back(index);
  }
  return index;
}

void DrawWindows::barrier(uint32_t window) {
  DrawMessages::Calls after;
  for (auto &[rank, member] : states[window].members) {
    after[rank] = member.synchronizations;
    after[rank].insert(after[rank].end(), member.since.begin(), member.since.end());
  }
  for (auto &[rank, calls] :
       messages.together(What::Barrier, sequence.program.windows[window].comm, after)) {
    states[window].members[rank].synchronizations = calls;
    states[window].members[rank].since.clear();
  }
}

void DrawWindows::begin() {
  Program &program = sequence.program;
  uint32_t count = 1 + sequence.below(3);
  if (sequence.oneIn(3))
    fetches = sequence.below(program.ranks);
  for (uint32_t window = 0; window < count; ++window) {
    Window made{sequence.below(static_cast<uint32_t>(program.comms.size())), sequence.oneIn(5), {}};
    for (std::size_t i = 0; i < program.comms[made.comm].size(); ++i) {
      uint64_t region = DrawBuffers::kWindows + DrawBuffers::kRegion * (window % 2);
      made.parts.push_back({region + 4 * sequence.below(3), 32 + 4 * sequence.below(4),
                            sequence.oneIn(2) ? 1u : 4u});
    }
    std::mt19937 next = sequence.random; // what it is does not change what follows
    made.separate = window == 0 && next() % 4 == 0;
    program.windows.push_back(made);
    states.push_back({sequence.newUnit()});
    for (uint32_t rank : ranksOf(window)) {
      Call create{.what = What::WinCreate};
      create.rank = rank;
      create.unit = states[window].unit;
      call(window, create, true);
    }
  }
}

void DrawWindows::end() {
  for (uint32_t window = 0; window < states.size(); ++window) {
    leavePhase(window);
    uint32_t unit = sequence.newUnit();
    for (uint32_t rank : ranksOf(window)) {
      Call free{.what = What::WinFree};
      free.rank = rank;
      free.unit = unit;
      call(window, free, true);
    }
  }
}

void DrawWindows::synchronize() {
  auto window = sequence.below(static_cast<uint32_t>(states.size()));
  bool leaves = sequence.oneIn(8);
  switch (states[window].phase) {
  case Phase::Idle:
    return enterPhase(window);
  case Phase::Fence:
    return fence(window, leaves);
  case Phase::Pscw:
    return continueRound(window);
  case Phase::Passive:
    return leaves ? leavePhase(window) : passive(window);
  }
}

void DrawWindows::enterPhase(uint32_t window) {
  State &state = states[window];
  uint32_t chosen = sequence.below(sequence.program.windows[window].noLocks ? 2 : 3);
  if (chosen == 0) {
    state.phase = Phase::Fence;
    fence(window, false);
  } else if (chosen == 1) {
    state.phase = Phase::Pscw;
    beginRound(window);
  } else {
    // A window may not be locked and exposed at once.
    if (!sequence.oneIn(4))
      barrier(window);
    state.phase = Phase::Passive;
    passive(window);
  }
}

void DrawWindows::leavePhase(uint32_t window) {
  State &state = states[window];
  switch (state.phase) {
  case Phase::Idle:
    break;
  case Phase::Fence:
    fence(window, true);
    break;
  case Phase::Pscw:
    while (state.phase == Phase::Pscw)
      continueRound(window);
    break;
  case Phase::Passive:
    for (uint32_t rank : std::vector(ranksOf(window)))
      while (!state.members[rank].locks.empty())
        unlock(window, rank);
    barrier(window);
    break;
  }
  state.phase = Phase::Idle;
}

// ---- fences

void DrawWindows::fence(uint32_t window, bool last) {
  State &state = states[window];
  Call made{.what = What::Fence};
  if (!state.operations && sequence.oneIn(2))
    made.assertion |= kNoPrecede;
  if (last && sequence.oneIn(2))
    made.assertion |= kNoSucceed;
  made.unit = sequence.newUnit();
  for (uint32_t rank : std::vector(ranksOf(window))) {
    made.rank = rank;
    call(window, made, true);
  }
  state.fenceUnit = made.unit;
  state.operations = false;
  if (last)
    state.phase = Phase::Idle;
}

// ---- post, start, complete, wait

void DrawWindows::beginRound(uint32_t window) {
  State &state = states[window];
  state.roundUnit = sequence.newUnit();
  const std::vector<uint32_t> ranks = ranksOf(window);
  std::map<uint32_t, std::vector<uint32_t>> targetsOf, originsOf;
  for (uint32_t origin : ranks)
    for (uint32_t target : ranks)
      if (sequence.below(100) < (origin == target ? 10u : 35u)) {
        targetsOf[origin].push_back(target);
        originsOf[target].push_back(origin);
      }
  std::vector<Call> posts, starts;
  auto make = [&](What what, uint32_t rank, const std::vector<uint32_t> &group) {
    Call call{.what = what};
    call.rank = rank;
    call.group = group;
    call.unit = state.roundUnit;
    return call;
  };
  for (const auto &[target, origins] : originsOf)
    posts.push_back(make(What::Post, target, origins));
  for (const auto &[origin, targets] : targetsOf)
    starts.push_back(make(What::Start, origin, targets));
  std::shuffle(posts.begin(), posts.end(), sequence.random);
  std::shuffle(starts.begin(), starts.end(), sequence.random);
  // Last first.
  std::vector<Call> round;
  for (const Call &post : posts) {
    round.push_back(post);
    round.back().what = sequence.oneIn(3) ? What::WinTest : What::WinWait;
  }
  for (const Call &start : starts) {
    round.push_back(start);
    round.back().what = What::Complete;
  }
  round.insert(round.end(), starts.begin(), starts.end());
  round.insert(round.end(), posts.begin(), posts.end());
  state.round = std::move(round);
  continueRound(window);
}

void DrawWindows::continueRound(uint32_t window) {
  State &state = states[window];
  for (uint32_t steps = 1 + sequence.below(3); steps > 0 && !state.round.empty(); --steps) {
    Call next = std::move(state.round.back());
    state.round.pop_back();
    Member &member = state.members[next.rank];
    if (next.what == What::Start)
      member.started = next.group;
    else if (next.what == What::Complete)
      member.started.clear();
    call(window, std::move(next), true);
  }
  if (state.round.empty())
    state.phase = Phase::Idle;
}

// ---- locks

void DrawWindows::passive(uint32_t window) {
  uint32_t rank = sequence.oneOf(ranksOf(window));
  Member &member = states[window].members[rank];
  if (member.locks.empty() || sequence.oneIn(5))
    lock(window, rank);
  else if (sequence.oneIn(2))
    unlock(window, rank);
  else
    flush(window, rank);
}

/// Whether it is to be had when those before have done what they have done.
bool DrawWindows::lockable(uint32_t window, uint32_t rank, uint32_t target, bool exclusive) const {
  for (const auto &[holder, member] : states[window].members)
    for (const Held &held : member.locks) {
      bool same = held.target == target || held.target == kNone || target == kNone;
      if (same && (holder == rank || held.exclusive || exclusive))
        return false;
    }
  return true;
}

void DrawWindows::lock(uint32_t window, uint32_t rank) {
  bool all = sequence.oneIn(4);
  uint32_t target = all ? kNone : sequence.oneOf(ranksOf(window));
  bool exclusive = !all && sequence.oneIn(2);
  Member &member = states[window].members[rank];
  if (!lockable(window, rank, target, exclusive) || (all && !member.locks.empty()))
    return;
  Call made{.what = all ? What::LockAll : What::Lock};
  made.rank = rank;
  made.exclusive = exclusive;
  if (!all)
    made.peer = rankIn(window, target);
  if (sequence.oneIn(12))
    made.assertion = kNoCheck;
  made.unit = sequence.newUnit();
  member.locks.push_back({target, exclusive, made.unit});
  call(window, made, true);
}

void DrawWindows::unlock(uint32_t window, uint32_t rank) {
  Member &member = states[window].members[rank];
  if (member.locks.empty())
    return;
  auto held = member.locks.begin() + sequence.below(static_cast<uint32_t>(member.locks.size()));
  Call made{.what = held->target == kNone ? What::UnlockAll : What::Unlock};
  made.rank = rank;
  made.unit = held->unit;
  if (held->target != kNone)
    made.peer = rankIn(window, held->target);
  member.locks.erase(held);
  call(window, made, true);
}

void DrawWindows::flush(uint32_t window, uint32_t rank) {
  const Member &member = states[window].members[rank];
  const Held held = sequence.oneOf(member.locks);
  constexpr What kKinds[] = {What::Flush,         What::Flush,    What::FlushLocal,
                             What::FlushLocalAll, What::FlushAll, What::WinSync};
  Call made{.what = kKinds[sequence.below(6)]};
  made.rank = rank;
  made.unit = sequence.newUnit();
  made.needs = {held.unit};
  if (made.what == What::Flush || made.what == What::FlushLocal)
    made.peer = held.target == kNone ? sequence.below(static_cast<uint32_t>(ranksOf(window).size()))
                                     : rankIn(window, held.target);
  call(window, made, false);
}

} // namespace racemodel
