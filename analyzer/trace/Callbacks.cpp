//===- Callbacks.cpp - what the records of a location become --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Score-P stamps RmaGroupSync, RmaRequestLock, RmaReleaseLock and RmaAtomic
// with the previous event's time: only enter and leave are believed.
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Reading.h"

#include "model/ThreadSync.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

using Sink = Reading;

EventBuilder &at(void *data, OTF2_TimeStamp time) {
  Sink &sink = *static_cast<Sink *>(data);
  ++sink.records;
  sink.builder.time(time);
  return sink.builder;
}

OTF2_CallbackCode between(void *data) {
  return static_cast<Sink *>(data)->between() ? OTF2_CALLBACK_INTERRUPT : OTF2_CALLBACK_SUCCESS;
}

EventKind collectiveKind(OTF2_CollectiveOp op) {
  switch (op) {
  case OTF2_COLLECTIVE_OP_BCAST:
  case OTF2_COLLECTIVE_OP_SCATTER:
  case OTF2_COLLECTIVE_OP_SCATTERV:
    return EventKind::OneToAll;
  case OTF2_COLLECTIVE_OP_GATHER:
  case OTF2_COLLECTIVE_OP_GATHERV:
  case OTF2_COLLECTIVE_OP_REDUCE:
    return EventKind::AllToOne;
  case OTF2_COLLECTIVE_OP_SCAN:
  case OTF2_COLLECTIVE_OP_EXSCAN:
    return EventKind::Scan;
  case OTF2_COLLECTIVE_OP_CREATE_HANDLE:
    return EventKind::CommCreate;
  case OTF2_COLLECTIVE_OP_DESTROY_HANDLE:
    return EventKind::CommFree;
  default:
    return EventKind::AllToAll;
  }
}

EventKind atomicKind(OTF2_RmaAtomicType type) {
  switch (type) {
  case OTF2_RMA_ATOMIC_TYPE_ACCUMULATE:
  case OTF2_RMA_ATOMIC_TYPE_INCREMENT:
    return EventKind::Accumulate;
  case OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP:
    return EventKind::CompareAndSwap;
  case OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ADD:
  case OTF2_RMA_ATOMIC_TYPE_FETCH_AND_INCREMENT:
    return EventKind::FetchAndOp;
  default:
    return EventKind::GetAccumulate;
  }
}

void onWindow(void *data, Event &event, uint32_t window) {
  event.window = window;
  event.comm = static_cast<Sink *>(data)->definitions.windows[window].comm;
}

void message(EventBuilder &builder, EventKind kind, uint32_t peer, uint32_t comm, uint32_t tag,
             uint64_t bytes, uint64_t request, bool synchronous = false) {
  Event &event = builder.record(kind);
  if (synchronous)
    event.flags |= kSynchronous;
  event.peer = peer;
  event.comm = comm;
  event.tag = tag;
  event.bytes = bytes;
  event.request = request;
  if (kind == EventKind::Completion)
    event.flags |= kMessageDone;
  else if (request)
    event.flags |= kNonBlocking;
}

#define FENCEPOST_RECORD                                                                           \
  OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void *data,                                     \
      [[maybe_unused]] OTF2_AttributeList *list

/// Of the metric `fencepost::sync`.
ThreadStep stepOf(uint64_t what) {
  bool acquires = what >> 8 & 1;
  switch (static_cast<SyncKind>(what & 0xff)) {
  case SyncKind::Atomic:
    return acquires ? ThreadStep::AtomicAcquire : ThreadStep::AtomicRelease;
  case SyncKind::Fence:
    return acquires ? ThreadStep::FenceAcquire : ThreadStep::FenceRelease;
  default:
    return acquires ? ThreadStep::Acquire : ThreadStep::Release;
  }
}

/// A record of threads that says no more than what it releases or acquires.
template <ThreadStep step, typename... Rest>
OTF2_CallbackCode threadRecord(FENCEPOST_RECORD, Rest...) {
  at(data, time).threadsSynchronized(time, step, factsOf(data, list).object);
  return between(data);
}

void setCallCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetEnterCallback(to, [](FENCEPOST_RECORD, OTF2_RegionRef region) {
    at(data, time).enterRegion(time, region, factsOf(data, list));
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetLeaveCallback(to, [](FENCEPOST_RECORD, OTF2_RegionRef) {
    at(data, time).leave(time);
    return between(data);
  });
  OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(
      to, [](FENCEPOST_RECORD, OTF2_CallingContextRef context, uint32_t) {
        at(data, time).enter(time, context, factsOf(data, list));
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(
      to, [](FENCEPOST_RECORD, OTF2_CallingContextRef) {
        at(data, time).leave(time, factsOf(data, list));
        return between(data);
      });
  OTF2_EvtReaderCallbacks_SetMetricCallback(to, [](FENCEPOST_RECORD, OTF2_MetricRef metric,
                                                   uint8_t count, const OTF2_Type *,
                                                   const OTF2_MetricValue *values) {
    EventBuilder &builder = at(data, time);
    if (metric == static_cast<Sink *>(data)->forEvents.syncMetric && count == 2) {
      builder.threadsSynchronized(time, stepOf(values[0].unsigned_int), values[1].unsigned_int);
      return between(data);
    }
    if (metric != static_cast<Sink *>(data)->forEvents.rangeMetric || count != 5)
      return OTF2_CALLBACK_SUCCESS;
    uint64_t what = values[0].unsigned_int;
    auto kind = static_cast<RangeKind>(what & 0xff);
    bool names = kind == RangeKind::Load || kind == RangeKind::Store ||
                 kind == RangeKind::Released || kind == RangeKind::Segment;
    builder.range(time, {.address = values[1].unsigned_int,
                         .bytes = values[2].unsigned_int,
                         .stride = static_cast<int64_t>(values[3].unsigned_int),
                         .count = values[4].unsigned_int,
                         .context = names ? static_cast<uint32_t>(what >> 8) : kNone,
                         .kind = kind});
    return OTF2_CALLBACK_SUCCESS;
  });
}

void setErrorCallback(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetParameterStringCallback(
      to, [](FENCEPOST_RECORD, OTF2_ParameterRef parameter, OTF2_StringRef name) {
        EventBuilder &builder = at(data, time);
        if (parameter == static_cast<Sink *>(data)->forEvents.errorParameter)
          builder.error(name, factsOf(data, list));
        return OTF2_CALLBACK_SUCCESS;
      });
}

/// What orders the threads of a process (docs/trace-format.md, Synchronization of threads).
void setThreadCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetThreadForkCallback(to, threadRecord<ThreadStep::Release>);
  OTF2_EvtReaderCallbacks_SetThreadJoinCallback(to, threadRecord<ThreadStep::Acquire>);
  OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback(to, threadRecord<ThreadStep::TeamBegin>);
  OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback(to, threadRecord<ThreadStep::TeamEnd>);
  OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(to, threadRecord<ThreadStep::TaskCreate>);
  OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(
      to, [](FENCEPOST_RECORD, OTF2_CommRef team, uint32_t creator, uint32_t generation) {
        at(data, time)
            .threadsSynchronized(time, ThreadStep::TaskSwitch, factsOf(data, list).object,
                                 uint64_t{creator} << 32 | generation, team);
        return between(data);
      });
  OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(to, threadRecord<ThreadStep::Release>);
  OTF2_EvtReaderCallbacks_SetThreadCreateCallback(to, threadRecord<ThreadStep::Release>);
  OTF2_EvtReaderCallbacks_SetThreadBeginCallback(to, threadRecord<ThreadStep::Begin>);
  OTF2_EvtReaderCallbacks_SetThreadWaitCallback(to, threadRecord<ThreadStep::Acquire>);
  OTF2_EvtReaderCallbacks_SetThreadEndCallback(to, threadRecord<ThreadStep::Release>);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(to, threadRecord<ThreadStep::Acquire>);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(to, threadRecord<ThreadStep::Release>);
}

void setWindowCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(to, [](FENCEPOST_RECORD, OTF2_RmaWinRef window) {
    at(data, time).windowCreated(window, factsOf(data, list));
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(
      to, [](FENCEPOST_RECORD, OTF2_CollectiveOp op, OTF2_RmaSyncLevel, OTF2_RmaWinRef window,
             uint32_t, uint64_t, uint64_t) {
        EventKind kind = op == OTF2_COLLECTIVE_OP_CREATE_HANDLE    ? EventKind::WinCreate
                         : op == OTF2_COLLECTIVE_OP_DESTROY_HANDLE ? EventKind::WinFree
                                                                   : EventKind::Fence;
        Event &event = at(data, time).record(kind);
        onWindow(data, event, window);
        event.assertion |= factsOf(data, list).assertion;
        if (kind == EventKind::WinFree)
          static_cast<Sink *>(data)->builder.windowFreed(window);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(
      to, [](FENCEPOST_RECORD, OTF2_RmaSyncLevel, OTF2_RmaWinRef window, OTF2_GroupRef group) {
        Event &event = at(data, time).record(EventKind::Local);
        onWindow(data, event, window);
        event.group = group;
        event.assertion |= factsOf(data, list).assertion;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(
      to,
      [](FENCEPOST_RECORD, OTF2_RmaWinRef window, uint32_t remote, uint64_t, OTF2_LockType type) {
        Event &event = at(data, time).record(EventKind::Lock);
        onWindow(data, event, window);
        event.peer = remote;
        event.assertion |= factsOf(data, list).assertion;
        if (type == OTF2_LOCK_EXCLUSIVE)
          event.flags |= kExclusive;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(
      to, [](FENCEPOST_RECORD, OTF2_RmaWinRef window, uint32_t remote, uint64_t) {
        Event &event = at(data, time).record(EventKind::Unlock);
        onWindow(data, event, window);
        event.peer = remote;
        return OTF2_CALLBACK_SUCCESS;
      });
}

void setOperationCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(to, [](FENCEPOST_RECORD, OTF2_RmaWinRef window,
                                                   uint32_t remote, uint64_t bytes, uint64_t id) {
    at(data, time).operation(EventKind::Put, window, remote, bytes, id, factsOf(data, list));
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(to, [](FENCEPOST_RECORD, OTF2_RmaWinRef window,
                                                   uint32_t remote, uint64_t bytes, uint64_t id) {
    at(data, time).operation(EventKind::Get, window, remote, bytes, id, factsOf(data, list));
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(
      to, [](FENCEPOST_RECORD, OTF2_RmaWinRef window, uint32_t remote, OTF2_RmaAtomicType type,
             uint64_t sent, uint64_t received, uint64_t id) {
        at(data, time)
            .operation(atomicKind(type), window, remote, std::max(sent, received), id,
                       factsOf(data, list));
        return OTF2_CALLBACK_SUCCESS;
      });
  auto completed = [](FENCEPOST_RECORD, OTF2_RmaWinRef window, uint64_t id) {
    at(data, time).operationCompleted(window, id, factsOf(data, list));
    return OTF2_CALLBACK_SUCCESS;
  };
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(to, completed);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(to, completed);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(to, completed);
}

/// A record of which no more than its number is told.
template <uint64_t NotUnderstood::*count, typename... Rest>
OTF2_CallbackCode notUnderstood(FENCEPOST_RECORD, Rest...) {
  at(data, time);
  ++(static_cast<Sink *>(data)->notUnderstood.*count);
  return OTF2_CALLBACK_SUCCESS;
}

void setOtherCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetUnknownCallback(to, notUnderstood<&NotUnderstood::unknown>);
  OTF2_EvtReaderCallbacks_SetRmaSyncCallback(to, notUnderstood<&NotUnderstood::sync>);
  OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback(to, notUnderstood<&NotUnderstood::waitChange>);
  OTF2_EvtReaderCallbacks_SetRmaTryLockCallback(to, notUnderstood<&NotUnderstood::tryLock>);
}

void setMessageCallbacks(OTF2_EvtReaderCallbacks *to) {
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(
      to, [](FENCEPOST_RECORD, uint32_t peer, OTF2_CommRef comm, uint32_t tag, uint64_t bytes) {
        message(at(data, time), EventKind::Send, peer, comm, tag, bytes, 0);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(to, [](FENCEPOST_RECORD, uint32_t peer,
                                                     OTF2_CommRef comm, uint32_t tag,
                                                     uint64_t bytes, uint64_t request) {
    message(at(data, time), EventKind::Send, peer, comm, tag, bytes, request,
            factsOf(data, list).synchronous);
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(
      to, [](FENCEPOST_RECORD, uint32_t peer, OTF2_CommRef comm, uint32_t tag, uint64_t bytes) {
        message(at(data, time), EventKind::Recv, peer, comm, tag, bytes, 0);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(to, [](FENCEPOST_RECORD, uint64_t request) {
    message(at(data, time), EventKind::Recv, kNone, kNone, 0, 0, request);
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(to, [](FENCEPOST_RECORD, uint32_t peer,
                                                     OTF2_CommRef comm, uint32_t tag,
                                                     uint64_t bytes, uint64_t request) {
    message(at(data, time), EventKind::Completion, peer, comm, tag, bytes, request);
    return OTF2_CALLBACK_SUCCESS;
  });
  auto completed = [](FENCEPOST_RECORD, uint64_t request) {
    at(data, time).record(EventKind::Completion).request = request;
    return OTF2_CALLBACK_SUCCESS;
  };
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(to, completed);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(
      to, [](FENCEPOST_RECORD, uint64_t request) {
        Event &event = at(data, time).record(EventKind::Completion);
        event.request = request;
        event.flags |= kCancelled;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(
      to, [](FENCEPOST_RECORD, uint64_t request) {
        at(data, time).collectiveStarted(request);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(
      to, [](FENCEPOST_RECORD, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root,
             uint64_t sent, uint64_t received, uint64_t request) {
        at(data, time)
            .collectiveCompleted({collectiveKind(op), comm, root, sent + received}, request,
                                 factsOf(data, list));
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(to, [](FENCEPOST_RECORD, OTF2_CollectiveOp op,
                                                             OTF2_CommRef comm, uint32_t root,
                                                             uint64_t sent, uint64_t received) {
    at(data, time)
        .collective({collectiveKind(op), comm, root, sent + received}, factsOf(data, list));
    return OTF2_CALLBACK_SUCCESS;
  });
}

#undef FENCEPOST_RECORD

} // namespace

void setCallbacks(OTF2_EvtReaderCallbacks *to) {
  setCallCallbacks(to);
  setThreadCallbacks(to);
  setWindowCallbacks(to);
  setOperationCallbacks(to);
  setOtherCallbacks(to);
  setMessageCallbacks(to);
  setErrorCallback(to);
}

} // namespace fencepost::analyzer
