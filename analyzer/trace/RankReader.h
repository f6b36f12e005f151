//===- RankReader.h - the locations of a rank, and where it can be cut ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The events of the rank's threads are visited in the order of time, as far as
// all of them have been read, and the synchronizations of all ranks found at which
// nothing is under way (Underway.h) nor done by another thread at the same time
// (ThreadKnowledge.h).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_RANKREADER_H
#define FENCEPOST_ANALYZER_TRACE_RANKREADER_H

#include "analyzer/trace/ReadEvents.h"
#include "analyzer/trace/Underway.h"

#include <memory>
#include <span>
#include <vector>

namespace fencepost::analyzer {

class RankReader {
public:
  RankReader(const Definitions &definitions,
             std::vector<std::unique_ptr<LocationReader>> locations);

  const std::vector<std::unique_ptr<LocationReader>> &locations() const { return locations_; }

  /// Reads on in the locations that hold fewer records than that; in all of them if the rank passed
  /// no more than so many synchronizations of all ranks. `room`: of LocationReader::read.
  void read(uint64_t records, std::size_t passed, std::vector<Event> &room);
  bool atEnd() const;

  /// A synchronization of all ranks that the rank has passed.
  struct Passed {
    ThreadPoint point;
    uint64_t leave;
    uint64_t balance; // Underway::balance
    bool quiet;       // it can be cut here, as far as this rank knows
  };
  /// Those since the last cut of which that is known.
  std::size_t passed() const { return decided_; }
  const Passed &operator[](std::size_t passed) const { return passed_[passed]; }
  /// Where it can be cut, by location; if it is quiet.
  std::span<const LocationReader::Mark> at(std::size_t passed) const {
    return std::span(marks_).subspan(passed * locations_.size(), locations_.size());
  }

  /// Gives what there is until that one, and forgets it. `phase`: by location.
  void cutAt(std::size_t passed, std::span<LocationTrace> phase);
  /// Gives the rest.
  void finish(std::span<LocationTrace> phase);

private:
  /// A thread's events that are visited, and its marks up to there.
  struct Visited {
    std::size_t events = 0, marks = 0;
    std::size_t readable = 0; // events
    bool any = false;         // some event, since the run's begin
    uint64_t decided = 0;     // the thread has gone on after all that was before that position
  };

  bool several() const { return locations_.size() > 1; }
  uint64_t measure();
  void visit();
  void visitNext(uint32_t thread);
  void judge(uint32_t thread, const Event &event);
  void pass(const Event &event, ThreadPoint point);
  void decide();

  const Definitions &definitions_;
  std::vector<std::unique_ptr<LocationReader>> locations_;
  ThreadKnowledge knowledge_;
  Underway underway_;
  std::vector<Visited> visited_;    // by location
  std::vector<WindowPart> windows_; // of all threads
  std::vector<Passed> passed_;
  std::vector<LocationReader::Mark> marks_; // of each of these, by location
  std::size_t decided_ = 0;
  uint64_t position_ = 0; // of the last event that was visited
  bool followed_;         // what orders the threads
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_RANKREADER_H
