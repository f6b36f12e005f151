//===- ThreadKnowledge.h - what the threads of a rank know of each other --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a run with several threads can be cut: all that the others did before
// comes before the synchronization for the thread that makes it, and what they do
// after comes after it. Without records of their synchronization (access=off)
// there are no accesses either, and time tells.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_THREADKNOWLEDGE_H
#define FENCEPOST_ANALYZER_TRACE_THREADKNOWLEDGE_H

#include "analyzer/trace/ThreadObjects.h"

#include <map>

namespace fencepost::analyzer {

/// An event of a rank: its thread, counted from 0, and its place in the order of the visits,
/// from 1.
struct ThreadPoint {
  uint32_t thread = 0;
  uint64_t position = 0;
};

class ThreadKnowledge {
public:
  /// `recorded`: whether their synchronization is.
  ThreadKnowledge(std::size_t threads, bool recorded);

  /// The next event of the rank, in the order of Underway::visit.
  void visit(const Event &event, ThreadPoint at);

  bool isRecorded() const { return recorded_; }
  /// Whether what the thread does now comes after that point.
  bool knows(uint32_t thread, ThreadPoint point) const;
  /// Whether a synchronization of this thread comes after all that the others did, and no task of
  /// theirs may be left.
  bool knowsAll(const Event &event, uint32_t thread) const;
  /// The thread's last event that is not about threads alone.
  uint64_t last(uint32_t thread) const { return threads_[thread].last; }

  /// All that comes now comes after that position.
  void forgetBefore(uint64_t position);

private:
  using Dense = std::vector<uint64_t>; // positions, by thread
  struct Thread {
    Dense known;
    uint64_t last = 0, lastLeave = 0;
    uint32_t teams = 0;     // that it is in
    uint64_t outermost = 0; // where the outermost of them began or ended
  };
  struct Object {
    Dense known;
    uint64_t released = 0;
  };

  std::vector<Thread> threads_;
  std::map<ThreadObject, Object> objects_;
  std::size_t keep_ = 64; // objects, before some are forgotten
  uint64_t tasks_ = 0;    // the last record about a task
  bool recorded_, lost_ = false;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_THREADKNOWLEDGE_H
