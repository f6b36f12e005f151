//===- Epochs.cpp - which calls belong together ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By looking through all calls each time: the calls of one rank stand in an
// order in which they can be made.
//
//===----------------------------------------------------------------------===//

#include "Edges.h"

#include <algorithm>

namespace racemodel {

namespace {

bool names(const Call &call, uint32_t rank) {
  return std::find(call.group.begin(), call.group.end(), rank) != call.group.end();
}

} // namespace

Epoch epochOf(const Program &program, std::size_t operation) {
  const Call &op = program.calls[operation];
  uint32_t target = program.target(op);
  Epoch epoch;
  for (uint32_t i = 0; i < operation; ++i) {
    const Call &call = program.calls[i];
    if (call.rank != op.rank || call.window != op.window)
      continue;
    bool mine = call.peer == kNone || program.target(call) == target;
    if ((call.what == What::Lock && mine) || call.what == What::LockAll)
      epoch.lock = i;
    else if ((call.what == What::Unlock && mine) || call.what == What::UnlockAll)
      epoch.lock = kNone;
    else if (call.what == What::Start && names(call, target))
      epoch.start = i;
    else if (call.what == What::Complete && names(call, target))
      epoch.start = kNone;
    else if (call.what == What::Fence)
      epoch.fence = i;
  }
  if (epoch.lock != kNone || epoch.start != kNone)
    epoch.fence = kNone;
  return epoch;
}

uint32_t matchingPost(const Program &program, std::size_t start, uint32_t target) {
  const Call &opened = program.calls[start];
  std::size_t number = 0;
  for (std::size_t i = 0; i < start; ++i) {
    const Call &call = program.calls[i];
    number += call.what == What::Start && call.rank == opened.rank &&
              call.window == opened.window && names(call, target);
  }
  for (uint32_t i = 0; i < program.calls.size(); ++i) {
    const Call &call = program.calls[i];
    if (call.what == What::Post && call.rank == target && call.window == opened.window &&
        names(call, opened.rank) && number-- == 0)
      return i;
  }
  return kNone;
}

uint32_t closing(const Program &program, std::size_t opening, std::initializer_list<What> kinds) {
  const Call &opened = program.calls[opening];
  for (auto i = static_cast<uint32_t>(opening + 1); i < program.calls.size(); ++i) {
    const Call &call = program.calls[i];
    if (call.rank == opened.rank && call.window == opened.window && call.peer == opened.peer &&
        std::find(kinds.begin(), kinds.end(), call.what) != kinds.end())
      return i;
  }
  return kNone;
}

uint32_t sameFence(const Program &program, std::size_t fence, uint32_t rank) {
  const Call &mine = program.calls[fence];
  std::size_t number = 0;
  for (std::size_t i = 0; i < fence; ++i)
    number += program.calls[i].what == What::Fence && program.calls[i].rank == mine.rank &&
              program.calls[i].window == mine.window;
  for (uint32_t i = 0; i < program.calls.size(); ++i) {
    const Call &call = program.calls[i];
    if (call.what == What::Fence && call.rank == rank && call.window == mine.window &&
        number-- == 0)
      return i;
  }
  return kNone;
}

uint32_t completionOf(const Program &program, std::size_t call) {
  uint64_t request = program.calls[call].request;
  for (uint32_t i = 0; request && i < program.calls.size(); ++i) {
    const auto &completes = program.calls[i].completes;
    if (std::find(completes.begin(), completes.end(), request) != completes.end())
      return i;
  }
  return kNone;
}

} // namespace racemodel
