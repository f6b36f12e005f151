//===- RankWalker.h - walks over a rank's events ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits the events of a rank by time and keeps what is open: epochs, locks,
// requests, operations in flight.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_RANKWALKER_H
#define FENCEPOST_ANALYZER_RACES_RANKWALKER_H

#include "analyzer/Analysis.h"
#include "analyzer/races/Carried.h"
#include "analyzer/races/SharedMemory.h"
#include "analyzer/races/ThreadOrder.h"
#include "analyzer/races/WindowState.h"

#include <map>
#include <set>
#include <span>

namespace fencepost::analyzer::races {

using Participations = std::map<std::pair<uint32_t, uint32_t>, std::vector<const Participation *>>;

/// What is the same for all ranks of a process.
struct WalkOf {
  const Analysis &analysis;
  const Participations &participations; // by location and event
  Numbering &numbering;
  const CarriedByRank &carried;
  bool synchronousSends; // whether the run has any: else receives need not answer
};

/// An earlier walk over the rank and the clocks computed for it.
struct KnownOrder {
  const RankPlan &plan;
  const Clocks &clocks;
};

class RankWalker {
public:
  /// With `known`, operations end where happens-before says, else by time.
  RankWalker(const WalkOf &of, const Timeline &timeline, const KnownOrder *known);

  /// `next`: for what the next phase begins with.
  RankPlan run(Carried *next = nullptr);

private:
  void takeOver(const Carried &from);
  void carryOver(Carried &to);
  void visit(Timeline::Step step);
  void threads();

  // ---- the event being visited

  bool left() const { return !(event_->flags & kOpen); }
  End end() const { return left() ? End{leave_, event_->context, event_->leave, strand_} : End{}; }
  std::vector<Action> &actions() { return plan_.programs[strand_].actions; }
  void act(Action::Kind kind, uint32_t index, bool binds = true);
  void noteSync(bool gives);
  uint32_t probe(uint64_t position, uint64_t time);
  Source source();
  uint32_t instance(const Key &key, Flow flow) { return numbering_.instance({key, flow}); }
  uint32_t worldRank(uint32_t peer) const;
  const Event &eventOf(const Operation &operation) const {
    return trace_.locations[operation.source.location].events[operation.source.event];
  }

  void sharedObject();

  // ---- locks

  uint32_t selfHolds(uint32_t probe);
  uint32_t peerHolds(uint32_t probe);
  bool knowsLock(const Hold &hold, uint32_t probe) const;
  bool knows(uint32_t probe, const End &point) const;
  uint32_t number(const std::vector<Hold> &holds);
  void keepHolds(uint32_t &self, uint32_t &peers);
  void endHolds();

  // ---- accesses and their ends

  bool hasSharedAtomics() const;
  void segment();
  void buffer();
  void operation();
  bool onlyReads(const Event &event) const;
  WindowState::Completer completer();
  void endAt(End &first, uint32_t &more, const End &end);
  void endLocal(Operation &operation, const End &end);
  void completeLocal(uint32_t target);
  void completeRemote(uint32_t target, const End &end);
  End remoteEnd() const;

  // ---- synchronization of windows

  void synchronization();
  void windowSync();
  Hold hold(uint32_t target, bool exclusive);
  void unlock(const Hold &hold);
  void post();
  void wait();
  void fence(WindowState &state);
  void complete(WindowState &state);
  void freeWindow();
  bool noLocks() const;

  // ---- everything else

  void other();
  void together(bool binds);
  bool isOfAll() const;
  void collective();
  uint32_t lastUse() const;
  void message();
  void found();
  void givenUp();
  void completion();

  struct Request {
    enum What { Operation, Message } what;
    uint32_t index; // of the operation or local use
    std::vector<uint32_t> taken;
  };
  void endUse(const Request &request);

  const Analysis &analysis_;
  const Trace &trace_;
  const Definitions &definitions_;
  const Timeline &timeline_;
  const Participations &participations_;
  Numbering &numbering_;
  const KnownOrder *known_;
  ThreadOrder threadOrder_;
  bool synchronousSends_;
  bool severalStrands_;
  bool mapsPeers_ = false;
  SharedMemory sharedMemory_;
  bool syncsMatter_; // whether any window is shared, or of the separate memory model
  uint32_t rank_;
  RankPlan plan_;
  std::map<uint32_t, WindowState> windows_;
  std::unordered_map<uint64_t, Request> requests_;
  uint32_t globals_ = 0;

  struct LockEpoch {
    End locked, unlocked;
    uint32_t unlockProbe = 0; // where there are several strands
    bool over = false;
  };
  std::vector<LockEpoch> lockEpochs_; // by Hold::epoch
  std::map<std::vector<uint32_t>, uint32_t> holdsOf_; // by their epochs: index in RankPlan::holds

  // Where the rank left the last candidate for a global synchronization.
  uint64_t lastGlobalLeave_ = 0;
  uint32_t lastGlobalStrand_ = 0;

  // What synchronization of threads alone tells: positions by strand.
  using Dense = std::vector<uint64_t>;
  std::vector<Dense> threadsKnow_;                  // of each strand
  std::unordered_map<uint32_t, Dense> objectsKnow_; // by chain (ThreadOrder.h)

  uint32_t thread_ = 0, location_ = 0, index_ = 0, strand_ = 0;
  const Event *event_ = nullptr;
  uint64_t enter_ = 0, leave_ = 0;
  std::span<const Participation *const> parts_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_RANKWALKER_H
