//===- Sync.cpp - what orders the threads of this process -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/Sync.h"
#include "runtime/access/Accesses.h"

#include "runtime/access/Flush.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Options.h"

#include <cerrno>

[[gnu::visibility("default")]] uint8_t __fencepost_threaded = 0;

namespace fencepost::runtime {

namespace {

/// How often the objects of each hash were released. Objects that share one make an acquire seem
/// to bring something when it does not; they are told apart in the trace.
constexpr std::size_t kVersions = 1 << 16;
std::atomic<uint64_t> versions[kVersions];

std::atomic<uint64_t> &versionOf(uint64_t hash) { return versions[hash % kVersions]; }

/// A fence is about all atomics. Once there was one, each release of an atomic is also one of the
/// fences' object, and each acquire of an atomic sees the fences that released.
std::atomic<bool> fencesUsed{false};
std::atomic<uint64_t> fenceReleases{0};

bool isAtomic(ThreadSync sync) { return threadSyncInfo(sync).kind == SyncKind::Atomic; }
bool isFence(ThreadSync sync) { return threadSyncInfo(sync).kind == SyncKind::Fence; }
/// Whether it is written even if it adds nothing to what this process knows.
bool isAlwaysWritten(ThreadSync sync) {
  const ThreadSyncInfo info = threadSyncInfo(sync);
  return info.record != ThreadRecord::Metric || info.kind == SyncKind::Processes;
}

/// How often there was something to acquire.
uint64_t releasesOf(ThreadSync sync, uint64_t hash) {
  const uint64_t own = versionOf(hash).load(std::memory_order_acquire);
  return isAtomic(sync) ? own + fenceReleases.load(std::memory_order_acquire) : own;
}

void countRelease(ThreadSync sync, uint64_t hash) {
  versionOf(hash).fetch_add(1, std::memory_order_release);
  if (isAtomic(sync) && fencesUsed.load(std::memory_order_relaxed))
    versionOf(mixHash(kFenceObject)).fetch_add(1, std::memory_order_release);
  if (isFence(sync))
    fenceReleases.fetch_add(1, std::memory_order_release);
}

/// Atomics released before the first fence are part of it.
void beginFences() {
  if (!fencesUsed.exchange(true))
    versionOf(mixHash(kFenceObject)).fetch_add(1, std::memory_order_release);
}

constexpr uint64_t kNever = UINT64_MAX;

/// What the thread knows of the object; all there is to know when it was never released.
SeenObject &seen(Thread &thread, uint64_t object, uint64_t hash) {
  SeenObject &known = thread.seen[hash];
  if (known.object != object)
    known = {object, kNever, 0, known.task};
  return known;
}

class KeptErrno {
public:
  ~KeptErrno() { errno = kept_; }

private:
  int kept_ = errno;
};

void append(Thread &thread, ThreadSync sync, uint64_t time, uint64_t object, uint64_t number) {
  flushSegment(thread, time);
  thread.journal.append(RecordType::ThreadSync, static_cast<uint32_t>(sync), time,
                        ThreadSyncPayload{object, number});
}

/// `time` 0: now. Returns how often the object had been released.
uint64_t write(Thread &thread, ThreadSync sync, uint64_t object, uint64_t number, uint64_t time,
               bool always) {
  const uint64_t hash = mixHash(object);
  SeenObject &known = seen(thread, object, hash);
  const uint64_t before = releasesOf(sync, hash);
  const bool knowsAll = before == 0 || known.version == before;
  if (threadSyncInfo(sync).acquires) {
    if (!knowsAll || always)
      append(thread, sync, now(), object, number);
    known.version = before;
    return before;
  }
  if (knowsAll && known.position == thread.journal.position() && !thread.hasAccesses() && !always)
    return before;
  append(thread, sync, time ? time : now(), object, number);
  known.position = thread.journal.position();
  // What this thread releases itself it need not acquire.
  countRelease(sync, hash);
  if (knowsAll && releasesOf(sync, hash) == before + 1)
    known.version = before + 1;
  return before;
}

} // namespace

bool followsThreads() { return options().access != Access::off; }

void becomeThreaded() {
  if (__atomic_load_n(&__fencepost_threaded, __ATOMIC_RELAXED) || !followsThreads())
    return;
  __atomic_store_n(&__fencepost_threaded, 1, __ATOMIC_SEQ_CST);
  stopNoting();
}

void release(ThreadSync sync, uint64_t object, uint64_t number) {
  if (isFence(sync))
    beginFences();
  const KeptErrno kept;
  Thread &thread = currentThread();
  const bool always = isAlwaysWritten(sync);
  if (Writing writing(thread); writing)
    write(thread, sync, object, number, 0, always);
}

void releasedAt(uint64_t time, ThreadSync sync, uint64_t object) {
  const KeptErrno kept;
  Thread &thread = currentThread();
  if (Writing writing(thread); writing)
    write(thread, sync, object, 0, time, false);
}

void acquire(ThreadSync sync, uint64_t object, uint64_t number) {
  const bool always = isAlwaysWritten(sync);
  if (isFence(sync))
    beginFences();
  const uint64_t hash = mixHash(object);
  const uint64_t version = releasesOf(sync, hash);
  if (!always && version == 0)
    return;
  const KeptErrno kept;
  Thread &thread = currentThread();
  const SeenObject &known = thread.seen[hash];
  if (!always && known.object == object && known.version == version)
    return;
  if (Writing writing(thread); writing)
    write(thread, sync, object, number, 0, always);
}

void lockAcquired(ThreadSync sync, uint64_t object) {
  acquire(sync, object, versionOf(mixHash(object)).load(std::memory_order_acquire));
}

void lockReleasing(ThreadSync sync, uint64_t object) {
  release(sync, object, versionOf(mixHash(object)).load(std::memory_order_relaxed));
}

} // namespace fencepost::runtime
