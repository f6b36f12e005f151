//===- OpenMp.cpp - what orders the threads of OpenMP ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool of OMPT, the interface for it: the OpenMP library finds ompt_start_tool
// when it starts, whether before MPI_Init or after, and calls what is registered
// there. The tasks are followed from then on, records are written while the
// process records.
//
//===----------------------------------------------------------------------===//

#if __has_include(<omp-tools.h>)

#include "runtime/base/Hash.h"
#include "runtime/base/Memory.h"
#include "runtime/base/Message.h"
#include "runtime/process/Options.h"
#include "runtime/threads/OpenMpCode.h"
#include "runtime/threads/OpenMpLocks.h"
#include "runtime/threads/OpenMpTasks.h"

#include <cstdlib>

namespace fencepost::runtime {

namespace {

std::atomic<uint64_t> teams{0};
std::atomic<uint64_t> tasks{0};
std::atomic<uint64_t> groups{0};

struct OfThread {
  uint32_t number;     // in the innermost team
  uint64_t generation; // tasks it has made
  uint64_t joined;     // the last barrier of the team that it began
};
thread_local OfThread ofThread;

OpenMpTask *taskOf(const ompt_data_t *data) {
  return data ? static_cast<OpenMpTask *>(data->ptr) : nullptr;
}

// ---- teams

void parallelBegin(ompt_data_t *, const ompt_frame_t *, ompt_data_t *parallel, unsigned requested,
                   int, const void *) {
  parallel->value = ++teams;
  if (requested != 1)
    becomeThreaded();
  if (synchronizes())
    release(ThreadSync::Fork, objectOf(Numbered::Parallel, parallel->value), requested);
}

void parallelEnd(ompt_data_t *, ompt_data_t *, int, const void *) {
  if (synchronizes())
    acquire(ThreadSync::Join, ofThread.joined);
}

void teamBegin(ompt_data_t *parallel, ompt_data_t *data, unsigned number, bool initial) {
  OpenMpTask *task = makeTask();
  data->ptr = task;
  if (!task)
    return;
  task->number = ++tasks;
  task->team = initial ? ++teams : parallel->value;
  task->implicit = task;
  task->threadNumber = number;
  task->outerNumber = ofThread.number;
  ofThread.number = number;
  task->creator = number;
  if (initial || !synchronizes())
    return;
  task->begun = true;
  acquire(ThreadSync::TeamBegin, objectOf(Numbered::Parallel, task->team),
          task->team << kTeamNumberBits | number);
}

/// Threads other than the first leave their team when the library has something else to do for
/// them, long after they came to its last barrier: there they are joined.
void teamEnd(ompt_data_t *data) {
  OpenMpTask *task = taskOf(data);
  if (!task)
    return;
  if (task->begun && synchronizes())
    release(ThreadSync::TeamEnd, 0, task->team << kTeamNumberBits | task->threadNumber);
  if (task->rounds)
    --task->rounds;
  ofThread.joined = task->barrier();
  ofThread.number = task->outerNumber;
  data->ptr = nullptr;
  freeTask(task);
}

void implicitTask(ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, unsigned,
                  unsigned number, int flags) {
  const bool initial = flags & ompt_task_initial;
  if (end == ompt_scope_begin)
    teamBegin(parallel, task, number, initial);
  else if (end == ompt_scope_end)
    teamEnd(task);
}

// ---- barriers, waits and groups

void barrier(ompt_scope_endpoint_t end, OpenMpTask &task) {
  // An explicit task meets none of its own.
  if (end == ompt_scope_begin) {
    if (synchronizes())
      release(ThreadSync::BarrierEnter, task.barrier());
    return;
  }
  if (synchronizes())
    acquire(ThreadSync::BarrierLeave, task.barrier());
  ++task.rounds;
}

void taskGroup(ompt_scope_endpoint_t end, OpenMpTask &task) {
  if (end == ompt_scope_begin) {
    auto *group = static_cast<OpenMpGroup *>(allocate(sizeof(OpenMpGroup)));
    if (!group)
      return;
    *group = {++groups, task.group};
    task.group = group;
  } else if (OpenMpGroup *group = task.group) {
    if (synchronizes())
      acquire(ThreadSync::TasksEnded, objectOf(Numbered::TaskGroup, group->number));
    task.group = group->outer;
    release(group, sizeof(OpenMpGroup));
  }
}

void syncRegion(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *,
                ompt_data_t *data, const void *) {
  OpenMpTask *task = taskOf(data);
  if (!task)
    return;
  switch (kind) {
  case ompt_sync_region_taskwait:
    if (end == ompt_scope_end && synchronizes())
      acquire(ThreadSync::TasksEnded, objectOf(Numbered::Children, task->number));
    return;
  case ompt_sync_region_taskgroup:
    return taskGroup(end, *task);
  case ompt_sync_region_reduction:
    return;
  default:
    return barrier(end, *task);
  }
}

/// Partial results are combined in the barrier, by a thread that comes after those who brought
/// them and before those who take them on.
void reduction(ompt_sync_region_t, ompt_scope_endpoint_t end, ompt_data_t *, ompt_data_t *data,
               const void *) {
  const OpenMpTask *task = taskOf(data);
  if (!task || !synchronizes())
    return;
  if (end == ompt_scope_begin)
    acquire(ThreadSync::BarrierLeave, task->implicit->barrier());
  else
    release(ThreadSync::BarrierEnter, task->implicit->barrier());
}

// ---- tasks

uint64_t numberOf(const OpenMpTask &task) {
  return task.creator << 32 | (task.generation & UINT32_MAX);
}

void taskCreate(ompt_data_t *creating, const ompt_frame_t *, ompt_data_t *data, int flags, int,
                const void *) {
  const OpenMpTask *parent = taskOf(creating);
  if (flags & (ompt_task_initial | ompt_task_implicit) || !parent)
    return;
  OpenMpTask *task = makeTask();
  data->ptr = task;
  if (!task)
    return;
  task->number = ++tasks;
  task->parent = parent->number;
  task->team = parent->team;
  task->implicit = parent->implicit;
  task->groupNumber = parent->group ? parent->group->number : parent->groupNumber;
  task->creator = ofThread.number;
  task->generation = ++ofThread.generation;
  task->explicitTask = true;
  task->untied = flags & ompt_task_untied;
  task->undeferred = flags & ompt_task_undeferred;
  if (synchronizes())
    release(ThreadSync::TaskCreate, objectOf(Numbered::Task, task->number), numberOf(*task));
}

/// The task, or the part of it that this thread did, is over: whatever waits for it comes after.
void endTask(const OpenMpTask &task, bool complete) {
  if (!synchronizes())
    return;
  const uint64_t children = objectOf(Numbered::Children, task.parent);
  if (complete)
    release(ThreadSync::TaskComplete, children, numberOf(task));
  else
    release(ThreadSync::TaskEnd, children);
  release(ThreadSync::TaskEnd, task.implicit->barrier());
  if (task.groupNumber)
    release(ThreadSync::TaskEnd, objectOf(Numbered::TaskGroup, task.groupNumber));
  if (task.undeferred)
    release(ThreadSync::TaskEnd, objectOf(Numbered::Task, task.number));
  releaseDependences(task);
}

/// An untied task may go on in another thread.
void leaveTask(const OpenMpTask &task) {
  if (task.untied && synchronizes())
    release(ThreadSync::TaskEnd, objectOf(Numbered::Task, task.number));
}

void enterTask(OpenMpTask &task) {
  if (!synchronizes())
    return;
  currentThread().seen.switchTask();
  const bool begins = task.explicitTask && !task.begun;
  task.begun |= begins;
  acquire(ThreadSync::TaskSwitch, begins || task.untied ? objectOf(Numbered::Task, task.number) : 0,
          numberOf(task));
  if (begins)
    acquireDependences(task);
}

void taskSchedule(ompt_data_t *priorData, ompt_task_status_t status, ompt_data_t *nextData) {
  OpenMpTask *prior = taskOf(priorData);
  const uint64_t undeferred = prior && prior->explicitTask && prior->undeferred ? prior->number : 0;
  bool ended = status == ompt_task_complete || status == ompt_task_cancel ||
               status == ompt_task_late_fulfill || status == ompt_taskwait_complete;
  if (prior && status == ompt_taskwait_complete) {
    if (synchronizes())
      acquireDependences(*prior);
  } else if (prior && prior->explicitTask) {
    if (ended || status == ompt_task_detach || status == ompt_task_early_fulfill)
      endTask(*prior, ended);
    else
      leaveTask(*prior);
  }
  if (prior && ended && (prior->explicitTask)) {
    priorData->ptr = nullptr;
    freeTask(prior);
  }
  if (OpenMpTask *next = taskOf(nextData))
    enterTask(*next);
  // Who made it goes on when it has ended.
  if (undeferred && ended && synchronizes())
    acquire(ThreadSync::TasksEnded, objectOf(Numbered::Task, undeferred));
}

/// Of a task, or of an iteration of an ordered loop.
void dependences(ompt_data_t *data, const ompt_dependence_t *list, int count) {
  OpenMpTask *task = taskOf(data);
  if (!task || count <= 0)
    return;
  const bool source = list[0].dependence_type == ompt_dependence_type_source;
  if (!source && list[0].dependence_type != ompt_dependence_type_sink)
    return setDependences(*task, list, count);
  if (!synchronizes())
    return;
  uint64_t iteration = task->team;
  for (int i = 0; i < count; ++i)
    iteration = addToHash(iteration, list[i].variable.value);
  const uint64_t object = objectOf(Numbered::Iteration, iteration);
  if (source)
    release(ThreadSync::DependenceEnd, object);
  else
    acquire(ThreadSync::DependenceBegin, object);
}

void flush(ompt_data_t *, const void *) {
  if (!synchronizes())
    return;
  release(ThreadSync::FenceRelease, kFenceObject);
  acquire(ThreadSync::FenceAcquire, kFenceObject);
}

// ---- the tool

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  if (!set)
    return 0;
  const auto on = [set](ompt_callbacks_t event, auto *callback) {
    set(event, reinterpret_cast<ompt_callback_t>(callback));
  };
  on(ompt_callback_parallel_begin, parallelBegin);
  on(ompt_callback_parallel_end, parallelEnd);
  on(ompt_callback_implicit_task, implicitTask);
  on(ompt_callback_sync_region, syncRegion);
  on(ompt_callback_reduction, reduction);
  on(ompt_callback_task_create, taskCreate);
  on(ompt_callback_task_schedule, taskSchedule);
  on(ompt_callback_dependences, dependences);
  on(ompt_callback_mutex_acquired, openMpLockAcquired);
  on(ompt_callback_mutex_released, openMpLockReleased);
  on(ompt_callback_lock_destroy, openMpLockDestroyed);
  on(ompt_callback_flush, flush);
  return 1; // stay
}

void finalize(ompt_data_t *) {}

} // namespace

} // namespace fencepost::runtime

extern "C" [[gnu::visibility("default")]] ompt_start_tool_result_t *ompt_start_tool(unsigned,
                                                                                    const char *) {
  using namespace fencepost::runtime;
  findOpenMpCode(__builtin_return_address(0));
  // A tool that the user chose goes first; checkOpenMp says so.
  const char *others = getenv("OMP_TOOL_LIBRARIES");
  if (!followsThreads() || (others && *others))
    return nullptr;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}

#endif
