//===- RankWriter.cpp - the records of one rank  --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankWriter.h"

#include "Definitions.h"

namespace sor {

namespace {

constexpr uint32_t kNoRoot = OTF2_UNDEFINED_UINT32;
constexpr OTF2_RmaSyncLevel kProcess = OTF2_RMA_SYNC_LEVEL_PROCESS;
constexpr OTF2_RmaSyncLevel kBoth = OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;

} // namespace

void RankWriter::enter(Call call, Time time) {
  entered = time;
  OTF2_EvtWriter_CallingContextEnter(to, nullptr, time, callContext(call), 1);
}

void RankWriter::leave(Call call, Time time) {
  times[static_cast<std::size_t>(call)] += time - entered;
  OTF2_EvtWriter_CallingContextLeave(to, nullptr, time, callContext(call));
}

void RankWriter::collective(Call call, const Span &span, OTF2_CollectiveOp op, uint64_t bytes) {
  enter(call, span.enter);
  OTF2_EvtWriter_MpiCollectiveBegin(to, nullptr, span.enter);
  OTF2_EvtWriter_MpiCollectiveEnd(to, nullptr, span.leave, op, kWorld, kNoRoot, bytes, bytes);
  leave(call, span.leave);
}

void RankWriter::onWindow(Call call, const Span &span, OTF2_CollectiveOp op) {
  enter(call, span.enter);
  OTF2_EvtWriter_RmaCollectiveBegin(to, nullptr, span.enter);
  if (call == Call::WinCreate) {
    uint64_t bytes = mesh.of(rank).size() * kPutBytes;
    OTF2_AttributeList_AddUint64(attributes, kBase, 4096);
    OTF2_AttributeList_AddUint64(attributes, kSize, bytes);
    OTF2_AttributeList_AddUint64(attributes, kUnit, 1);
    OTF2_EvtWriter_RmaWinCreate(to, attributes, span.leave, kWindow);
  } else if (call == Call::WinFree) {
    OTF2_EvtWriter_RmaWinDestroy(to, nullptr, span.leave, kWindow);
  } else {
    complete(span.leave);
  }
  OTF2_EvtWriter_RmaCollectiveEnd(to, nullptr, span.leave, op, kBoth, kWindow, kNoRoot, 0, 0);
  leave(call, span.leave);
}

void RankWriter::groupSync(Call call, const Span &span, uint32_t level, bool completes) {
  enter(call, span.enter);
  if (completes)
    complete(span.leave);
  OTF2_EvtWriter_RmaGroupSync(to, nullptr, span.leave, level, kWindow, neighbourGroup(rank));
  leave(call, span.leave);
}

/// Of all operations since the last completion.
void RankWriter::complete(Time time) {
  while (completed < operations)
    OTF2_EvtWriter_RmaOpCompleteNonBlocking(to, nullptr, time, kWindow, ++completed);
}

Time RankWriter::put(uint32_t target, Time after) {
  // Each neighbour has a place of its own at the target.
  const std::vector<uint32_t> &origins = mesh.of(target);
  uint64_t place = 0;
  while (origins[place] != rank)
    ++place;
  enter(Call::Put, after + kGap);
  OTF2_AttributeList_AddInt64(attributes, kDisplacement, static_cast<int64_t>(place * kPutBytes));
  OTF2_EvtWriter_RmaPut(to, attributes, after + kGap, kWindow, target, kPutBytes, ++operations);
  leave(Call::Put, after + kGap + kCall);
  return after + kGap + kCall;
}

void RankWriter::lockEpoch(uint32_t target, const Span &lock) {
  enter(Call::Lock, lock.enter);
  OTF2_EvtWriter_RmaRequestLock(to, nullptr, lock.enter, kWindow, target, 0, OTF2_LOCK_EXCLUSIVE);
  OTF2_EvtWriter_RmaAcquireLock(to, nullptr, lock.leave, kWindow, target, 0, OTF2_LOCK_EXCLUSIVE);
  leave(Call::Lock, lock.leave);
  Time at = put(target, lock.leave) + kGap;
  enter(Call::Unlock, at);
  while (completed < operations)
    OTF2_EvtWriter_RmaOpCompleteRemote(to, nullptr, at + kCall, kWindow, ++completed);
  OTF2_EvtWriter_RmaReleaseLock(to, nullptr, at + kCall, kWindow, target, 0);
  leave(Call::Unlock, at + kCall);
}

void RankWriter::begin(Time time) {
  collective(Call::Init, {time, time + kCall}, OTF2_COLLECTIVE_OP_CREATE_HANDLE, 0);
  time += kCall + kGap;
  onWindow(Call::WinCreate, {time, time + kCall}, OTF2_COLLECTIVE_OP_CREATE_HANDLE);
}

void RankWriter::finish(Time time) {
  onWindow(Call::WinFree, {time, time + kCall}, OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
  time += kCall + kGap;
  collective(Call::Finalize, {time, time + kCall}, OTF2_COLLECTIVE_OP_DESTROY_HANDLE, 0);
}

void RankWriter::halfSweep(Variant variant, const HalfSweep &half) {
  auto putAll = [&](Time after) {
    for (uint32_t target : mesh.of(rank))
      after = put(target, after);
  };
  const Span *calls = half.calls;
  switch (variant) {
  case Variant::Fence:
    onWindow(Call::OpeningFence, calls[0], OTF2_COLLECTIVE_OP_BARRIER);
    putAll(calls[0].leave);
    onWindow(Call::ClosingFence, calls[1], OTF2_COLLECTIVE_OP_BARRIER);
    break;
  case Variant::Pscw:
    groupSync(Call::Post, calls[0], kProcess, false);
    groupSync(Call::Start, calls[1], kProcess, false);
    putAll(calls[1].leave);
    groupSync(Call::Complete, calls[2], kBoth, true);
    groupSync(Call::Wait, calls[3], kBoth, false);
    break;
  case Variant::Lock:
    for (uint32_t target : mesh.of(rank))
      lockEpoch(target, *calls++);
    collective(Call::Barrier, half.calls[4], OTF2_COLLECTIVE_OP_BARRIER, 0);
    break;
  }
}

} // namespace sor
