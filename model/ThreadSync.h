//===- ThreadSync.h - what orders the threads of a process ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the API, a synchronization is a thread that releases or acquires an
// object, a number unique in the process. In the order of time, an acquire comes
// after all earlier releases of its object: what the annotations of
// ThreadSanitizer and Archer say. A release has the time of a moment before the
// real one, an acquire of one after it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_THREADSYNC_H
#define FENCEPOST_MODEL_THREADSYNC_H

#include <cstdint>

namespace fencepost {

enum class ThreadSync : uint8_t {
#define THREAD_SYNC(enumerator, direction, record, kind) enumerator,
#include "model/threadSync.def"
  Count
};

enum class ThreadRecord : uint8_t {
  ThreadFork,
  ThreadJoin,
  ThreadTeamBegin,
  ThreadTeamEnd,
  ThreadTaskCreate,
  ThreadTaskSwitch,
  ThreadTaskComplete,
  ThreadCreate,
  ThreadBegin,
  ThreadEnd,
  ThreadWait,
  ThreadAcquireLock,
  ThreadReleaseLock,
  Metric,
};

/// A record's paradigm, or the metric's kind (docs/trace-format.md, Synchronization of threads).
enum class SyncKind : uint8_t {
  None,
  Barrier,
  Readers,
  Condition,
  Semaphore,
  Once,
  Atomic,
  Fence,
  Dependence,
  Tasks,
  Processes,
  Descriptor,
  OpenMp,
  Pthread,
};

struct ThreadSyncInfo {
  bool acquires;
  ThreadRecord record;
  SyncKind kind;
};

constexpr ThreadSyncInfo threadSyncInfo(ThreadSync sync) {
  constexpr bool Releases = false, Acquires = true;
  constexpr ThreadSyncInfo kInfos[] = {
#define THREAD_SYNC(enumerator, direction, record, kind)                                           \
  {direction, ThreadRecord::record, SyncKind::kind},
#include "model/threadSync.def"
  };
  return kInfos[static_cast<unsigned>(sync)];
}

/// What the number of TeamBegin and TeamEnd says (Journal.h).
struct TeamMember {
  uint64_t team;
  uint32_t number;
};
inline constexpr unsigned kTeamNumberBits = 24;
constexpr TeamMember teamMember(uint64_t number) {
  return {number >> kTeamNumberBits,
          static_cast<uint32_t>(number & ((uint64_t{1} << kTeamNumberBits) - 1))};
}

} // namespace fencepost

#endif // FENCEPOST_MODEL_THREADSYNC_H
