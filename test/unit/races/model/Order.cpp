//===- Order.cpp - who knows of whom ---------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edges.h"

#include <algorithm>

namespace racemodel {

Order::Order(const Program &program)
    : reaches(2 * program.calls.size(), std::vector<bool>(2 * program.calls.size())) {
  std::vector<std::vector<Node>> then(reaches.size());
  for (auto [from, to] : edgesOf(program, true))
    then[from].push_back(to);
  for (Node from = 0; from < reaches.size(); ++from)
    for (std::vector<Node> open{from}; !open.empty();) {
      Node node = open.back();
      open.pop_back();
      if (reaches[from][node])
        continue;
      reaches[from][node] = true;
      open.insert(open.end(), then[node].begin(), then[node].end());
    }
}

namespace {

/// Opens or closes epochs of its window.
bool isEpochCall(What what) { return what >= What::WinCreate && what <= What::UnlockAll; }

bool haveOrder(const Call &first, const Call &second) {
  for (What what : {first.what, second.what})
    if (what == What::Release || what == What::Acquire)
      return false;
  bool collectives = (isCollective(first.what) || first.what == What::CommDup) &&
                     (isCollective(second.what) || second.what == What::CommDup);
  bool messages = (isSend(first.what) && isSend(second.what)) ||
                  (first.what == What::Recv && second.what == What::Recv);
  return first.what == What::Init || second.what == What::Finalize ||
         (first.window != kNone && first.window == second.window &&
          (isEpochCall(first.what) || isEpochCall(second.what))) ||
         (first.comm == second.comm &&
          (collectives || (messages && first.peer == second.peer && first.tag == second.tag))) ||
         std::count(second.completes.begin(), second.completes.end(), first.request) != 0;
}

} // namespace

bool legal(const Program &program) {
  std::set<std::pair<uint32_t, uint32_t>> begun; // threads
  for (const Call &call : program.calls)
    if (begun.insert({call.rank, call.thread}).second && call.thread != 0 &&
        call.what != What::Acquire)
      return false;
  Order order(program);
  for (std::size_t j = 0; j < program.calls.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (const Call &first = program.calls[i], &second = program.calls[j];
          first.rank == second.rank && haveOrder(first, second) &&
          !order.before(leaveOf(i), enterOf(j)))
        return false;
  return true;
}

} // namespace racemodel
