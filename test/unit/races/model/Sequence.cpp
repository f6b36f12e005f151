//===- Sequence.cpp - the calls of a program, as they are drawn -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"

#include <algorithm>

namespace racemodel {

std::size_t Sequence::append(Call call) {
  std::size_t index = program.calls.size();
  call.site = static_cast<uint32_t>(index + 1);
  firstOf.emplace(call.rank, index);
  last[{call.rank, call.thread}] = index;
  program.calls.push_back(std::move(call));
  return index;
}

bool Sequence::knows(const Thread &thread, std::size_t call) const {
  uint32_t other = program.calls[call].thread;
  if (other == thread.second)
    return true;
  auto mine = known.find(thread);
  if (mine == known.end())
    return false;
  auto theirs = mine->second.find(other);
  return theirs != mine->second.end() && theirs->second > call;
}

std::size_t Sequence::add(Call call, std::vector<std::size_t> after) {
  call.thread = below(program.threads[call.rank]);
  return addTo(std::move(call), std::move(after));
}

std::size_t Sequence::addTo(Call call, std::vector<std::size_t> after) {
  Thread me(call.rank, call.thread);
  // A thread begins after the rank's first call, MPI_Init_thread.
  if (call.thread != 0 && !last.count(me))
    after.insert(after.begin(), firstOf.at(call.rank));
  for (std::size_t before : after) {
    if (knows(me, before))
      continue;
    Thread other(call.rank, program.calls[before].thread);
    Call release{.what = What::Release};
    release.rank = other.first;
    release.thread = other.second;
    release.object = ++objects;
    release.unit = newUnit();
    Call acquire = release;
    acquire.what = What::Acquire;
    acquire.thread = me.second;
    acquire.awaits = true;
    std::size_t at = append(release);
    append(acquire);
    for (auto [thread, call] : known[other])
      known[me][thread] = std::max(known[me][thread], call);
    known[me][other.second] = at + 1;
  }
  return append(std::move(call));
}

std::vector<std::size_t> Sequence::lastCalls(uint32_t rank) const {
  std::vector<std::size_t> calls;
  for (const auto &[thread, call] : last)
    if (thread.first == rank)
      calls.push_back(call);
  return calls;
}

} // namespace racemodel
