//===- OpenMpTasks.h - what is known of an OpenMP task --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_OPENMPTASKS_H
#define FENCEPOST_RUNTIME_THREADS_OPENMPTASKS_H

#include "runtime/threads/Sync.h"

#include <omp-tools.h>

namespace fencepost::runtime {

/// A taskgroup that a task is in; its children belong to the innermost.
struct OpenMpGroup {
  uint64_t number;
  OpenMpGroup *outer;
};

struct OpenMpDependence {
  uint64_t address;
  ompt_dependence_type_t type;
};

/// Implicit or explicit. Numbers and not pointers lead to what may be gone before the task.
struct OpenMpTask {
  uint64_t number = 0;
  uint64_t parent = 0;
  uint64_t team = 0;
  uint64_t groupNumber = 0;       // of the group it belongs to; 0: none
  uint64_t creator = 0;           // number in the team of the thread that made it, ...
  uint64_t generation = 0;        // ... and which of that thread's tasks it is; 0: implicit
  OpenMpTask *implicit = nullptr; // from which it descends: outlives it
  OpenMpGroup *group = nullptr;   // that it has begun
  OpenMpDependence *dependences = nullptr;
  uint32_t dependenceCount = 0;
  uint32_t threadNumber = 0;       // implicit: in its team
  uint32_t outerNumber = 0;        // implicit: of the thread in the team around
  std::atomic<uint32_t> rounds{0}; // implicit: barriers passed
  bool explicitTask = false;
  bool undeferred = false; // whoever makes it waits for its end
  bool untied = false;
  bool begun = false; // implicit: in the trace

  /// The barrier that comes next, or in which it is: all tasks end before its end.
  uint64_t barrier() const {
    return objectOf(Numbered::TeamBarrier,
                    team << 24 | (rounds.load(std::memory_order_relaxed) & 0xffffff));
  }
};

OpenMpTask *makeTask();
void freeTask(OpenMpTask *task);

/// Keeps a copy.
void setDependences(OpenMpTask &task, const ompt_dependence_t *dependences, int count);
/// The task begins, or what waits for the same dependences goes on.
void acquireDependences(const OpenMpTask &task);
void releaseDependences(const OpenMpTask &task);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_OPENMPTASKS_H
