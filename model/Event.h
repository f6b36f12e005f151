//===- Event.h - the abstract events ----------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a call means, whatever API it belongs to. Wait-state and race code
// switches on these and never on an API's names (Krzikalla et al., "Analyzing
// One-Sided Communication Using Memory Access Diagrams").
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_EVENT_H
#define FENCEPOST_MODEL_EVENT_H

#include <cstdint>

namespace fencepost {

enum class EventKind : uint8_t {
  Local, // orders nothing
  Init,
  Finalize,
  Abort,

  WinCreate,
  WinFree,
  WinAttach,
  WinDetach,

  Fence,
  Post,
  Start,
  Complete,
  Wait,
  Test,
  Lock,
  Unlock,
  LockAll,
  UnlockAll,
  Flush,
  FlushAll,
  FlushLocal,
  FlushLocalAll,
  WinSync,

  Put,
  Get,
  Accumulate,
  GetAccumulate,
  FetchAndOp,
  CompareAndSwap,

  Send,
  SynchronousSend, // ends after its receive began
  Recv,
  SendRecv,
  Probe, // that takes the message: its receive is posted here
  MessageFound, // by a probe that leaves it to the receive to come
  PersistentInit,
  SynchronousInit, // of a synchronous send
  PersistentStart,
  RequestEnd,
  Completion,

  AllToAll, // every enter before every leave: barrier, allreduce, allgather, alltoall
  OneToAll, // root's enter before every leave: bcast, scatter
  AllToOne, // every enter before the root's leave: reduce, gather
  Scan,
  Neighbour,

  CommCreate,
  CommFree,

  FileAll, // of all processes of a file: may wait for all of them
};

constexpr bool isOperation(EventKind kind) {
  return kind >= EventKind::Put && kind <= EventKind::CompareAndSwap;
}

constexpr bool isFlush(EventKind kind) {
  return kind >= EventKind::Flush && kind <= EventKind::FlushLocalAll;
}

/// The accumulate family: element-wise atomic at the target (RMA-RULES 4).
constexpr bool isAtomic(EventKind kind) {
  return kind >= EventKind::Accumulate && kind <= EventKind::CompareAndSwap;
}

constexpr bool isSynchronization(EventKind kind) {
  return kind >= EventKind::Fence && kind <= EventKind::WinSync;
}

constexpr bool isSend(EventKind kind) {
  return kind == EventKind::Send || kind == EventKind::SynchronousSend;
}

constexpr bool isPersistentInit(EventKind kind) {
  return kind == EventKind::PersistentInit || kind == EventKind::SynchronousInit;
}

constexpr bool isCollective(EventKind kind) {
  return kind >= EventKind::AllToAll && kind <= EventKind::Neighbour;
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_EVENT_H
