//===- WindowState.cpp - a rank's open epochs on one window ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/WindowState.h"

#include <algorithm>

namespace fencepost::analyzer::races {

const Hold *WindowState::lockOn(uint32_t target) const {
  auto lock = locks.find(target);
  if (lock != locks.end())
    return &lock->second;
  return lockAll ? &*lockAll : nullptr;
}

void WindowState::enterEpoch(Operation &operation) const {
  if (const Hold *lock = lockOn(operation.target)) {
    operation.epoch = EpochKind::Passive;
    operation.opened = lock->context;
  } else if (auto epoch = started.find(operation.target); epoch != started.end()) {
    operation.epoch = EpochKind::Pscw;
    operation.sequence = epoch->second.sequence;
    operation.opened = epoch->second.context;
  } else if (fences > 0) {
    operation.epoch = EpochKind::Fence;
    operation.sequence = fences - 1;
    operation.opened = fenceContext;
  }
}

void WindowState::beginPhase(uint32_t &epoch) {
  for (auto &[target, lock] : locks)
    lock.epoch = epoch++;
  if (lockAll)
    lockAll->epoch = epoch++;
  local_.clear();
  remote_.clear();
}

void WindowState::begin(const Operation &operation, uint32_t id, uint64_t returned) {
  local_[operation.target].push_back({id, operation.source.strand, returned, {}});
  // What was written in an exposure epoch is over at the target's wait (RMA-RULES 2).
  if (operation.epoch != EpochKind::Pscw)
    remote_[operation.target].push_back({id, operation.source.strand, returned, {}});
}

void WindowState::complete(ByTarget &all, uint32_t target, const Completer &call,
                           const Visit &visit) {
  auto first = target == kNone ? all.begin() : all.lower_bound(target);
  auto last = target == kNone ? all.end() : all.upper_bound(target);
  auto isDone = [&](Pending &pending) {
    std::vector<uint32_t> &completed = pending.completed;
    if (std::find(completed.begin(), completed.end(), call.strand) != completed.end() ||
        !call.knows(pending.strand, pending.returned))
      return false;
    visit(pending.operation);
    if (call.strands)
      completed.push_back(call.strand);
    return !call.strands || completed.size() >= call.strands->size();
  };
  for (auto entry = first; entry != last; ++entry)
    std::erase_if(entry->second, isDone);
}

void WindowState::completeLocal(uint32_t target, const Completer &call, const Visit &visit) {
  complete(local_, target, call, visit);
}

void WindowState::completeRemote(uint32_t target, const Completer &call, const Visit &visit) {
  complete(remote_, target, call, visit);
}

} // namespace fencepost::analyzer::races
