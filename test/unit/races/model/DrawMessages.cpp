//===- DrawMessages.cpp - random messages, collectives and requests -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawMessages.h"

#include <algorithm>

namespace racemodel {

// ---- requests

void DrawMessages::makeRequest(Call &call) {
  call.nonBlocking = true;
  call.request = ++requests;
}

/// Whether a wait for it could return, if all calls so far are made.
bool DrawMessages::completable(std::size_t index) const {
  const Call &call = sequence.program.calls[index];
  if (call.what != What::Recv && call.what != What::Ssend)
    return true;
  for (const auto &[channel, traffic] : channels) {
    const auto &mine = call.what == What::Recv ? traffic.receives : traffic.sends;
    const auto &others = call.what == What::Recv ? traffic.sends : traffic.receives;
    auto found = std::find(mine.begin(), mine.end(), index);
    if (found != mine.end())
      return static_cast<std::size_t>(found - mine.begin()) < others.size();
  }
  return true;
}

bool DrawMessages::completeSome(uint32_t rank, bool all) {
  Call wait{.what = What::Completion};
  wait.rank = rank;
  std::vector<std::size_t> after;
  std::erase_if(pending, [&](std::size_t index) {
    const Call &call = sequence.program.calls[index];
    if (call.rank != rank || !completable(index) || !(all || sequence.oneIn(2)))
      return false;
    wait.completes.push_back(call.request);
    after.push_back(index);
    return true;
  });
  if (after.empty())
    return false;
  wait.unit = sequence.newUnit();
  sequence.add(wait, after);
  return true;
}

void DrawMessages::complete() { completeSome(sequence.below(sequence.program.ranks), false); }

void DrawMessages::begin() { together(What::Init, 0); }

void DrawMessages::end() {
  for (const auto &[channel, traffic] : std::map(channels)) {
    for (std::size_t i = traffic.receives.size(); i < traffic.sends.size(); ++i)
      receive(channel, true);
    for (std::size_t i = traffic.sends.size(); i < traffic.receives.size(); ++i)
      send(channel, What::Send, false);
  }
  for (uint32_t rank = 0; rank < sequence.program.ranks; ++rank)
    completeSome(rank, true);
  Calls last;
  for (uint32_t rank = 0; rank < sequence.program.ranks; ++rank)
    last[rank] = sequence.lastCalls(rank);
  together(What::Finalize, 0, last);
}

// ---- messages

uint32_t DrawMessages::unitOf(Traffic &traffic, std::size_t number) {
  if (number == traffic.units.size())
    traffic.units.push_back(sequence.newUnit());
  return traffic.units[number];
}

void DrawMessages::message() {
  const Program &program = sequence.program;
  auto comm = sequence.below(static_cast<uint32_t>(program.comms.size()));
  uint32_t from = sequence.oneOf(program.comms[comm]), to = sequence.oneOf(program.comms[comm]);
  if (from == to)
    return;
  Channel channel(comm, from, to, sequence.below(2));
  std::size_t sent = channels[channel].sends.size(), got = channels[channel].receives.size();
  bool nonBlocking = sequence.oneIn(2);
  if (sequence.oneIn(2)) {
    // A receive that has nothing to receive yet may not wait for it.
    receive(channel, nonBlocking || got >= sent);
  } else if (sequence.oneIn(2)) {
    send(channel, What::Send, nonBlocking);
  } else if (nonBlocking || got > sent) {
    send(channel, What::Ssend, nonBlocking);
  } else if (got == sent) {
    send(channel, What::Ssend, false);
    receive(channel, false);
  }
}

void DrawMessages::send(const Channel &channel, What what, bool nonBlocking) {
  Call call{.what = what};
  call.rank = std::get<1>(channel);
  if (nonBlocking)
    makeRequest(call);
  call.buffers = {{buffers.draw(call.rank, 8, 3), Use::Read}};
  post(channel, std::move(call));
}

void DrawMessages::receive(const Channel &channel, bool nonBlocking) {
  Call call{.what = What::Recv};
  call.rank = std::get<2>(channel);
  if (nonBlocking)
    makeRequest(call);
  call.buffers = {{buffers.draw(call.rank, 8, 3), Use::Write}};
  post(channel, std::move(call));
}

void DrawMessages::post(const Channel &channel, Call call) {
  auto [comm, from, to, tag] = channel;
  Traffic &traffic = channels[channel];
  auto &posted = isSend(call.what) ? traffic.sends : traffic.receives;
  const auto &ranks = sequence.program.comms[comm];
  call.comm = comm;
  call.tag = tag;
  call.bytes = 8;
  uint32_t partner = call.rank == from ? to : from;
  call.peer = static_cast<uint32_t>(std::find(ranks.begin(), ranks.end(), partner) - ranks.begin());
  call.unit = unitOf(traffic, posted.size());
  bool isRequest = call.nonBlocking;
  std::vector<std::size_t> after;
  if (!posted.empty())
    after.push_back(posted.back());
  std::size_t index = sequence.add(std::move(call), after);
  posted.push_back(index);
  if (isRequest)
    requested(index);
}

// ---- collectives

std::size_t DrawMessages::addMember(Call call, std::vector<std::size_t> after) {
  if (auto last = lastCollective.find({call.comm, call.rank}); last != lastCollective.end())
    after.push_back(last->second);
  std::pair key(call.comm, call.rank);
  bool isRequest = call.nonBlocking;
  bool isFirst = call.what == What::Init; // by the main thread
  std::size_t index =
      isFirst ? sequence.addTo(std::move(call)) : sequence.add(std::move(call), after);
  lastCollective[key] = index;
  if (isRequest)
    requested(index);
  return index;
}

DrawMessages::Calls DrawMessages::together(What what, uint32_t comm, const Calls &after) {
  Calls made;
  uint32_t unit = sequence.newUnit();
  for (uint32_t rank : std::vector(sequence.program.comms[comm])) {
    Call call{.what = what};
    call.rank = rank;
    call.unit = unit;
    call.comm = comm;
    auto before = after.find(rank);
    made[rank] = {
        addMember(call, before == after.end() ? std::vector<std::size_t>{} : before->second)};
  }
  return made;
}

void DrawMessages::collective() {
  auto comm = sequence.below(static_cast<uint32_t>(sequence.program.comms.size()));
  if (sequence.oneIn(12)) {
    together(What::CommDup, comm);
    return;
  }
  const std::vector<uint32_t> ranks = sequence.program.comms[comm];
  auto kinds = static_cast<uint32_t>(What::Exscan) - static_cast<uint32_t>(What::Barrier) + 1;
  auto what = sequence.oneIn(3)
                  ? What::Barrier
                  : static_cast<What>(static_cast<uint32_t>(What::Barrier) + sequence.below(kinds));
  bool rooted = what >= What::Bcast && what <= What::Gather;
  uint32_t root = rooted ? sequence.below(static_cast<uint32_t>(ranks.size())) : kNone;
  uint64_t bytes = what == What::Barrier || sequence.oneIn(8) ? 0 : 8;
  bool nonBlocking = sequence.oneIn(3);
  uint32_t unit = sequence.newUnit();
  for (uint32_t i = 0; i < ranks.size(); ++i) {
    Call call{.what = what};
    call.rank = ranks[i];
    call.unit = unit;
    call.comm = comm;
    call.peer = root;
    call.bytes = bytes;
    if (nonBlocking)
      makeRequest(call);
    bool isRoot = i == root, toAll = what == What::Bcast || what == What::Scatter;
    bool reads = rooted && toAll ? isRoot : true;
    bool writes = !rooted ? what != What::Exscan || i > 0 : toAll ? !isRoot : isRoot;
    if (bytes && reads)
      call.buffers.push_back({buffers.draw(call.rank, bytes, 4), Use::Read});
    if (bytes && writes)
      call.buffers.push_back({buffers.draw(call.rank, bytes, 4), Use::Write});
    addMember(std::move(call));
  }
}

} // namespace racemodel
