//===- Epochs.h - the epochs of a window that are open in a process -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_EPOCHS_H
#define FENCEPOST_RUNTIME_MPI_EPOCHS_H

#include "model/Journal.h"
#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"

namespace fencepost::runtime {

/// Whether there is one, and the context of the call that opened it.
struct OpenEpoch {
  bool open = false;
  uint32_t context = kNoId;
};

enum class EpochKind : uint8_t {
  Fence,     // after a fence that may be followed by operations
  NoSucceed, // after a fence that asserts that none follow
  Operation, // an operation was issued since the last fence, in its epoch: the first's context
  Start,
  Post,
  LockAll,
  Lock, // of any target: see Epochs::locks
};
inline constexpr std::size_t kEpochKinds = static_cast<std::size_t>(EpochKind::Lock) + 1;

/// Guarded by `lock`: threads of a process share its epochs.
struct Epochs {
  SpinLock lock;
  HashMap<uint32_t> locks;  // contexts of the locks that are held, by target
  Vector<uint32_t> targets; // of the last start, ranks in the window
  uint32_t group = kNoId;   // whose ranks `targets` are

  OpenEpoch &at(EpochKind kind) { return open_[static_cast<std::size_t>(kind)]; }
  void open(EpochKind kind, uint32_t context) { at(kind) = {true, context}; }
  void close(EpochKind kind) { at(kind) = {}; }
  void lockTarget(uint32_t target, uint32_t context) {
    if (uint32_t *entry = locks.insert(target))
      *entry = context;
    open(EpochKind::Lock, context);
  }
  void unlockTarget(uint32_t target) {
    locks.erase(target);
    if (locks.size() == 0)
      close(EpochKind::Lock);
  }
  bool startedFor(uint32_t target) const {
    for (uint32_t other : targets)
      if (other == target)
        return true;
    return false;
  }
  void releaseMemory() {
    locks.releaseMemory();
    targets.releaseMemory();
  }

private:
  OpenEpoch open_[kEpochKinds];
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_EPOCHS_H
