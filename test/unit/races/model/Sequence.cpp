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
  call.site = static_cast<uint32_t>(program.calls.size() + 1);
  program.calls.push_back(std::move(call));
  return program.calls.size() - 1;
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

std::size_t Sequence::add(Call call, const std::vector<std::size_t> &after) {
  Thread me(call.rank, call.thread);
  for (std::size_t before : after) {
    if (knows(me, before))
      continue;
    Thread other(call.rank, program.calls[before].thread);
    Call release{.what = What::Release};
    release.rank = other.first;
    release.thread = other.second;
    release.object = ++objects;
    release.unit = call.unit;
    Call acquire = release;
    acquire.what = What::Acquire;
    acquire.thread = me.second;
    acquire.awaits = true;
    std::size_t at = append(release);
    append(acquire);
    for (auto [thread, last] : known[other])
      known[me][thread] = std::max(known[me][thread], last);
    known[me][other.second] = at + 1;
  }
  return append(std::move(call));
}

} // namespace racemodel
