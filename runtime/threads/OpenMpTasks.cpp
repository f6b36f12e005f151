//===- OpenMpTasks.cpp - what is known of an OpenMP task ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if __has_include(<omp-tools.h>)

#include "runtime/threads/OpenMpTasks.h"

#include "runtime/base/Hash.h"
#include "runtime/base/Memory.h"

#include <new>

namespace fencepost::runtime {

OpenMpTask *makeTask() {
  void *memory = allocate(sizeof(OpenMpTask));
  return memory ? new (memory) OpenMpTask : nullptr;
}

void freeTask(OpenMpTask *task) {
  release(task->dependences, task->dependenceCount * sizeof(OpenMpDependence));
  release(task, sizeof(OpenMpTask));
}

void setDependences(OpenMpTask &task, const ompt_dependence_t *dependences, int count) {
  if (count <= 0 || task.dependences)
    return;
  task.dependences = static_cast<OpenMpDependence *>(
      allocate(static_cast<size_t>(count) * sizeof(OpenMpDependence)));
  if (!task.dependences)
    return;
  task.dependenceCount = static_cast<uint32_t>(count);
  for (int i = 0; i < count; ++i)
    task.dependences[i] = {objectOf(dependences[i].variable.ptr), dependences[i].dependence_type};
}

namespace {

/// Each kind of dependence on an address has an object: a task releases that of its own kind and
/// acquires those of the kinds that it comes after. Between siblings, so the parent is part of it.
/// What is said to depend on all memory does so for the address 0, and so does everything.
constexpr Numbered kKinds[] = {Numbered::In, Numbered::Out, Numbered::MutexInOutSet,
                               Numbered::InOutSet};

Numbered kindOf(ompt_dependence_type_t type) {
  switch (type) {
  case ompt_dependence_type_in:
    return Numbered::In;
  case ompt_dependence_type_mutexinoutset:
    return Numbered::MutexInOutSet;
  case ompt_dependence_type_inoutset:
    return Numbered::InOutSet;
  default:
    return Numbered::Out;
  }
}

/// Readers, and the members of an inoutset, run in any order.
bool comesAfter(Numbered kind, Numbered earlier) {
  return kind != earlier || kind == Numbered::Out || kind == Numbered::MutexInOutSet;
}

uint64_t addressOf(const OpenMpDependence &dependence) {
  const bool all = dependence.type == ompt_dependence_type_out_all_memory ||
                   dependence.type == ompt_dependence_type_inout_all_memory;
  return all ? 0 : dependence.address;
}

uint64_t dependenceObject(const OpenMpTask &task, Numbered kind, uint64_t address) {
  return objectOf(kind, addToHash(task.parent, address));
}

} // namespace

void acquireDependences(const OpenMpTask &task) {
  for (uint32_t i = 0; i < task.dependenceCount; ++i) {
    const uint64_t address = addressOf(task.dependences[i]);
    for (const Numbered earlier : kKinds)
      if (comesAfter(kindOf(task.dependences[i].type), earlier))
        acquire(ThreadSync::DependenceBegin, dependenceObject(task, earlier, address));
    if (address)
      acquire(ThreadSync::DependenceBegin, dependenceObject(task, Numbered::AllMemory, 0));
  }
}

void releaseDependences(const OpenMpTask &task) {
  for (uint32_t i = 0; i < task.dependenceCount; ++i) {
    const Numbered kind = kindOf(task.dependences[i].type);
    const uint64_t address = addressOf(task.dependences[i]);
    release(ThreadSync::DependenceEnd, dependenceObject(task, kind, 0));
    release(ThreadSync::DependenceEnd, address ? dependenceObject(task, kind, address)
                                               : dependenceObject(task, Numbered::AllMemory, 0));
  }
}

} // namespace fencepost::runtime

#endif
