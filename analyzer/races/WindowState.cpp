//===- WindowState.cpp - a rank's open epochs on one window ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/WindowState.h"

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

void WindowState::begin(uint32_t operation, uint32_t target, uint64_t returned) {
  local_[target].push_back({operation, returned});
  remote_[target].push_back({operation, returned});
}

void WindowState::complete(ByTarget &all, uint32_t target, uint64_t position, const Visit &visit) {
  auto first = target == kNone ? all.begin() : all.lower_bound(target);
  auto last = target == kNone ? all.end() : all.upper_bound(target);
  for (auto entry = first; entry != last; ++entry)
    std::erase_if(entry->second, [&](const Pending &pending) {
      if (pending.returned > position)
        return false;
      visit(pending.operation);
      return true;
    });
}

void WindowState::completeLocal(uint32_t target, uint64_t position, const Visit &visit) {
  complete(local_, target, position, visit);
}

void WindowState::completeRemote(uint32_t target, uint64_t position, const Visit &visit) {
  complete(remote_, target, position, visit);
}

} // namespace fencepost::analyzer::races
