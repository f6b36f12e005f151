//===- Underway.h - what a rank has begun and not ended ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run can be cut at a synchronization of all its ranks (RMA-RULES 3) where
// nothing is under way: no operation or request incomplete, no epoch of post or
// start open, no message or collective that some have begun and others have
// not. Epochs of fences and locks may be open there.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_UNDERWAY_H
#define FENCEPOST_ANALYZER_TRACE_UNDERWAY_H

#include "analyzer/trace/Definitions.h"
#include "analyzer/trace/ThreadKnowledge.h"

#include <map>
#include <unordered_map>

namespace fencepost::analyzer {

class Underway {
public:
  /// `threads`: of a rank with several.
  Underway(const Definitions &definitions, uint32_t rank, const ThreadKnowledge *threads = nullptr)
      : definitions_(definitions), rank_(rank), threads_(threads) {}

  /// The next event of the rank, in the order of its records: of several threads, operations by
  /// their ends, all else by their begins. Not one that was never left. `at`: of several threads.
  void visit(const Event &event, ThreadPoint at = {});

  /// Whether the rank has nothing under way by itself.
  bool none() const;
  /// Added up over all ranks: zero when no message, collective or epoch lacks a partner.
  uint64_t balance() const { return balance_; }

  /// Whether the event is a synchronization of all ranks of the run.
  static bool isOfAll(const Definitions &definitions, const Event &event,
                      const std::vector<WindowPart> &windows);

  /// Whether what was stored in some window may not be seen by all after that synchronization.
  static bool leavesUnseen(const Event &event, const std::vector<WindowPart> &windows);

private:
  /// Operations on one target that are not over: those that only read, and the others.
  struct Pending {
    uint32_t reads = 0, writes = 0;
    uint32_t inStart = 0;    // of these, those in an epoch of start: complete ends them
    uint32_t generation = 0; // counts what ended all
    std::map<uint32_t, uint64_t> last; // by thread, of several: its last operation
  };
  struct WindowState {
    bool started = false, posted = false;
    bool lockedAll = false;
    std::map<uint32_t, bool> locked;    // by target
    std::map<uint32_t, Pending> pending; // by target
  };
  struct Request {
    uint64_t message = 0; // its share of the balance, were it cancelled
    uint32_t window = kNone, target = 0, generation = 0; // of what only reads
  };

  void setOpen(bool &epoch, bool open);
  void end(WindowState &state, uint32_t target, bool writes);
  void operation(const Event &event);
  void synchronization(const Event &event);
  void completion(const Event &event);
  void pairs(const Event &event, bool origin, uint32_t what, uint64_t sign);
  void collective(uint32_t comm, uint32_t tag);
  void onWindow(uint32_t window);
  void together(const Communicator &comm, uint64_t key);
  uint64_t message(const Event &event, bool send) const;
  bool knows(const Pending &pending) const;
  bool onlyReads(const Event &event) const;

  const Definitions &definitions_;
  uint32_t rank_;
  const ThreadKnowledge *threads_;
  ThreadPoint at_; // of the event that is visited
  uint64_t balance_ = 0;
  std::map<uint32_t, WindowState> windows_;
  std::unordered_map<uint64_t, Request> requests_;
  uint64_t operations_ = 0, epochs_ = 0; // pending, open
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_UNDERWAY_H
