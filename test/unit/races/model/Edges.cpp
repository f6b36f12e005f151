//===- Edges.cpp - what orders the calls of a program ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edges.h"

#include <algorithm>
#include <tuple>

namespace racemodel {

namespace {

class Builder {
public:
  Builder(const Program &program, bool ran) : program(program), calls(program.calls), ran(ran) {}

  Edges run() {
    programOrder();
    collectives();
    windows();
    messages();
    postStartCompleteWait();
    threads();
    return std::move(edges);
  }

private:
  void add(Node from, Node to) {
    if (from != to)
      edges.emplace_back(from, to);
  }

  /// Adds an edge to where a call is over: for a non-blocking one, where its request is complete.
  void addToEnd(Node from, std::size_t call) {
    std::size_t end = calls[call].nonBlocking ? completionOf(program, call) : call;
    if (end != kNone)
      add(from, leaveOf(end));
  }

  void programOrder() {
    std::map<std::pair<uint32_t, uint32_t>, std::size_t> last; // by rank, thread
    for (std::size_t i = 0; i < calls.size(); ++i) {
      std::pair thread(calls[i].rank, calls[i].thread);
      if (auto before = last.find(thread); before != last.end())
        add(leaveOf(before->second), enterOf(i));
      last[thread] = i;
      add(enterOf(i), leaveOf(i));
    }
  }

  using Members = std::vector<std::size_t>;

  /// Every enter before every end.
  void together(const Members &members) {
    for (std::size_t from : members)
      for (std::size_t to : members)
        addToEnd(enterOf(from), to);
  }

  /// The n-th collective of each member of a communicator is the same one.
  void collectives() {
    std::map<std::pair<uint32_t, std::size_t>, Members> all; // by communicator, number
    std::map<std::pair<uint32_t, uint32_t>, std::size_t> numbers;
    for (std::size_t i = 0; i < calls.size(); ++i)
      if (isCollective(calls[i].what) || calls[i].what == What::CommDup ||
          calls[i].what == What::Init || calls[i].what == What::Finalize)
        all[{calls[i].comm, numbers[{calls[i].comm, calls[i].rank}]++}].push_back(i);
    for (const auto &[key, members] : all)
      collective(members);
  }

  void collective(const Members &members) {
    const Call &first = calls[members.front()];
    uint32_t root = first.peer == kNone ? kNone : program.world(first.comm, first.peer);
    bool moves = first.bytes != 0; // else nobody need wait for data
    switch (first.what) {
    case What::Bcast:
    case What::Scatter:
      for (std::size_t from : members)
        for (std::size_t to : members)
          if (moves && calls[from].rank == root)
            addToEnd(enterOf(from), to);
      break;
    case What::Reduce:
    case What::Gather:
      for (std::size_t from : members)
        for (std::size_t to : members)
          if (moves && calls[to].rank == root)
            addToEnd(enterOf(from), to);
      break;
    case What::Scan:
    case What::Exscan:
      for (std::size_t from : members)
        for (std::size_t to : members)
          if (moves && rankIn(from) < rankIn(to))
            addToEnd(enterOf(from), to);
      break;
    default:
      together(members);
    }
  }
  std::ptrdiff_t rankIn(std::size_t call) const {
    const auto &ranks = program.comms[calls[call].comm];
    return std::find(ranks.begin(), ranks.end(), calls[call].rank) - ranks.begin();
  }

  void windows() {
    std::map<std::tuple<What, uint32_t, std::size_t>, Members> all; // by window, number
    std::map<std::tuple<What, uint32_t, uint32_t>, std::size_t> numbers;
    for (std::size_t i = 0; i < calls.size(); ++i)
      if (What what = calls[i].what;
          what == What::WinCreate || what == What::WinFree || what == What::Fence)
        all[{what, calls[i].window, numbers[{what, calls[i].window, calls[i].rank}]++}].push_back(
            i);
    for (const auto &[key, members] : all) {
      bool none = calls[members.front()].what == What::Fence
                      ? std::all_of(members.begin(), members.end(),
                                    [&](std::size_t i) { return calls[i].assertion & kNoPrecede; })
                      : calls[members.front()].what == What::WinFree &&
                            program.windows[calls[members.front()].window].noLocks;
      if (!none)
        together(members);
    }
  }

  /// The n-th send to a receiver with a tag is the message of its n-th receive of that.
  void messages() {
    std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, std::pair<Members, Members>> all;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Call &call = calls[i];
      uint32_t partner = call.comm == kNone ? kNone : program.world(call.comm, call.peer);
      if (isSend(call.what) && partner != kNone)
        all[{call.comm, call.rank, partner, call.tag}].first.push_back(i);
      else if (call.what == What::Recv && partner != kNone)
        all[{call.comm, partner, call.rank, call.tag}].second.push_back(i);
    }
    for (const auto &[key, both] : all)
      for (std::size_t i = 0; i < std::min(both.first.size(), both.second.size()); ++i) {
        std::size_t send = both.first[i], receive = both.second[i];
        addToEnd(enterOf(send), receive);
        if (calls[send].what == What::Ssend)
          addToEnd(enterOf(receive), send);
      }
  }

  void postStartCompleteWait() {
    for (std::size_t start = 0; start < calls.size(); ++start) {
      if (calls[start].what != What::Start)
        continue;
      uint32_t complete = closing(program, start, {What::Complete});
      for (uint32_t target : calls[start].group) {
        uint32_t post = matchingPost(program, start, target);
        if (post == kNone || complete == kNone)
          continue;
        if (gotDataFrom(start, complete, target))
          add(enterOf(post), leaveOf(complete));
        uint32_t wait = closing(program, post, {What::WinWait, What::WinTest});
        if (wait != kNone)
          add(enterOf(complete), leaveOf(wait));
      }
    }
  }
  bool gotDataFrom(std::size_t start, std::size_t complete, uint32_t target) const {
    for (std::size_t i = start; i < complete; ++i)
      if (isGetLike(calls[i].what) && calls[i].rank == calls[start].rank &&
          calls[i].window == calls[start].window && program.target(calls[i]) == target)
        return true;
    return false;
  }

  void threads() {
    for (std::size_t release = 0; release < calls.size(); ++release)
      for (std::size_t acquire = 0; acquire < calls.size(); ++acquire) {
        const Call &from = calls[release], &to = calls[acquire];
        if (from.what != What::Release || to.what != What::Acquire || from.rank != to.rank ||
            from.object != to.object)
          continue;
        if (ran ? from.enter < to.leave : to.awaits && release < acquire)
          add(enterOf(release), leaveOf(acquire));
      }
  }

  const Program &program;
  const std::vector<Call> &calls;
  bool ran;
  Edges edges;
};

} // namespace

Edges edgesOf(const Program &program, bool ran) { return Builder(program, ran).run(); }

} // namespace racemodel
