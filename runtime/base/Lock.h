//===- Lock.h - a small lock ----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_LOCK_H
#define FENCEPOST_RUNTIME_BASE_LOCK_H

#include <atomic>
#include <sched.h>

namespace fencepost::runtime {

/// For tables that are held for nanoseconds. Needs no initialisation and no library.
class SpinLock {
public:
  void lock() {
    for (unsigned spins = 0; held_.exchange(true, std::memory_order_acquire); ++spins) {
      if (spins > 64) // the holder may have lost its core
        sched_yield();
      if (spins > 100000 && ending_.load(std::memory_order_relaxed))
        return;
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

  /// The process ends in a signal handler, which may have interrupted who holds a lock.
  static void waitNoLonger() { ending_.store(true, std::memory_order_relaxed); }

private:
  static inline std::atomic<bool> ending_{false};
  std::atomic<bool> held_{false};
};

class Guard {
public:
  explicit Guard(SpinLock &lock) : lock_(lock) { lock_.lock(); }
  ~Guard() { lock_.unlock(); }
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

private:
  SpinLock &lock_;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_LOCK_H
