//===- ThreadKnowledge.cpp - what the threads of a rank know of each other ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/ThreadKnowledge.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

void learn(std::vector<uint64_t> &to, const std::vector<uint64_t> &from) {
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

} // namespace

ThreadKnowledge::ThreadKnowledge(std::size_t threads, bool recorded)
    : threads_(threads, {.known = Dense(threads)}), recorded_(recorded) {}

void ThreadKnowledge::visit(const Event &event, ThreadPoint at) {
  Thread &thread = threads_[at.thread];
  if (event.step == ThreadStep::None) {
    thread.last = at.position;
    thread.lastLeave = event.leave;
    return;
  }
  if (event.step == ThreadStep::Begin) {
    // A new thread knows nothing of what the one before it in this place did, unless it was told.
    thread.known.assign(threads_.size(), 0);
    thread.teams = 0;
  }
  ThreadObjects objects = objectsOf(event);
  for (const ThreadObject &name : objects.released) {
    Object &object = objects_.try_emplace(name, Object{Dense(threads_.size()), 0}).first->second;
    learn(object.known, thread.known);
    object.known[at.thread] = object.released = at.position;
  }
  for (const ThreadObject &name : objects.acquired)
    if (auto found = objects_.find(name); found != objects_.end())
      learn(thread.known, found->second.known);
  switch (event.step) {
  case ThreadStep::Begin:
    lost_ |= thread.known[at.thread] < thread.last;
    break;
  case ThreadStep::TeamBegin:
    if (thread.teams++ == 0)
      thread.outermost = at.position;
    break;
  case ThreadStep::TeamEnd:
    if (thread.teams && --thread.teams == 0)
      thread.outermost = at.position;
    break;
  case ThreadStep::TaskCreate:
  case ThreadStep::TaskSwitch:
    tasks_ = at.position;
    break;
  default:
    break;
  }
}

bool ThreadKnowledge::knows(uint32_t thread, ThreadPoint point) const {
  return thread == point.thread || !recorded_ ||
         threads_[thread].known[point.thread] >= point.position;
}

bool ThreadKnowledge::knowsAll(const Event &event, uint32_t thread) const {
  // The end of a team is the end of its tasks.
  if (lost_ || tasks_ > threads_[thread].outermost)
    return false;
  for (uint32_t other = 0; other < threads_.size(); ++other)
    if (other != thread && (recorded_ ? !knows(thread, {other, threads_[other].last})
                                      : threads_[other].lastLeave > event.enter))
      return false;
  return true;
}

void ThreadKnowledge::forgetBefore(uint64_t position) {
  if (objects_.size() < keep_)
    return;
  std::erase_if(objects_, [&](const auto &object) { return object.second.released < position; });
  keep_ = 2 * objects_.size() + 64;
}

} // namespace fencepost::analyzer
