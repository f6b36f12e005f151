//===- Assertions.cpp - assertions of fences and posts that do not hold ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a rank's own calls contradict its runtime has seen. Here are NOPUT, for
// which other ranks' operations count, NOSTORE, for which the accesses of the
// run do, and that all ranks of a fence assert NOPRECEDE and NOSUCCEED alike.
//
//===----------------------------------------------------------------------===//

#include "analyzer/errors/Call.h"
#include "analyzer/errors/Errors.h"
#include "analyzer/match/Join.h"
#include "analyzer/match/RankEvents.h"

#include <algorithm>
#include <map>

namespace fencepost::analyzer {

namespace {

/// A fence or post, or an operation in the epoch that it opens.
struct InEpoch {
  CallAt call;
  uint32_t assertion = 0;
  uint32_t target = kNone; // world rank, of an operation
  bool carried = false;    // a fence of a phase before
  bool operator<(const InEpoch &other) const {
    return std::tie(call, target) < std::tie(other.call, other.target);
  }
};

/// Walks one rank's events, and knows the fence or post that each operation is after.
class EpochWalk {
public:
  /// `windows`: those that matter.
  void beginPhase(const Analysis &phase, const std::set<uint32_t> &windows, Join<InEpoch> &join) {
    definitions_ = &phase.definitions();
    windows_ = &windows;
    join_ = &join;
    for (const auto &[window, state] : states_)
      if (state.inFence && state.opened.assertion & kNoPut)
        join.add(state.fence, state.opened);
  }

  /// `parts`: what the event takes part in.
  void visit(const LocationTrace &location, const Event &event,
             std::span<const Participation> parts) {
    if (event.window == kNone)
      return;
    if (isOperation(event.kind))
      return operation(location, event);
    if (event.kind == EventKind::WinFree)
      states_.erase(event.window);
    if (!isSynchronization(event.kind))
      return;
    State &state = states_[event.window];
    bool matters = windows_->contains(event.window);
    if (event.kind == EventKind::Lock || event.kind == EventKind::LockAll)
      ++state.locks;
    else if (event.kind == EventKind::Unlock || event.kind == EventKind::UnlockAll)
      state.locks -= state.locks > 0;
    for (const Participation &part : parts) {
      if (event.kind == EventKind::Fence) {
        state.fence = part.key;
        state.inFence = true;
        state.told.clear();
        state.opened = {callAt(location, event), event.assertion};
        if (matters)
          join_->add(part.key, state.opened);
        state.opened.carried = true;
      } else if (part.part == Part::Start) {
        state.started.push_back(part.key);
      } else if (part.part == Part::Complete) {
        state.started.clear();
        state.told.clear();
      } else if (part.part == Part::Post && event.assertion & kNoPut && matters) {
        join_->add(part.key, {callAt(location, event), event.assertion});
      }
    }
  }

private:
  struct State {
    Key fence{};
    InEpoch opened; // by the fence
    bool inFence = false;
    uint32_t locks = 0;
    std::vector<Key> started;               // one for each target
    std::set<std::pair<Key, InEpoch>> told; // of the epochs that are open
  };

  void operation(const LocationTrace &location, const Event &event) {
    if (!windows_->contains(event.window))
      return;
    State &state = states_[event.window];
    uint32_t target = definitions_->worldRank(event.comm, event.peer, location.rank);
    if (state.locks || !updatesTarget(*definitions_, event))
      return;
    InEpoch made{callAt(location, event), 0, target};
    auto started = std::find_if(state.started.rbegin(), state.started.rend(),
                                [&](const Key &key) { return key.target == target; });
    bool inStart = started != state.started.rend();
    if (!inStart && (!state.inFence || !state.started.empty()))
      return;
    Key key = inStart ? *started : state.fence;
    if (state.told.insert({key, made}).second)
      join_->add(key, made);
  }

  const Definitions *definitions_ = nullptr;
  const std::set<uint32_t> *windows_ = nullptr;
  Join<InEpoch> *join_ = nullptr;
  std::map<uint32_t, State> states_; // by window
};

void checkNoPut(const Analysis &analysis, std::span<const Joined<InEpoch>> records) {
  for (const Joined<InEpoch> &opened : records) {
    if (!(opened.payload.assertion & kNoPut))
      continue;
    for (const Joined<InEpoch> &made : records)
      if (made.payload.target == opened.payload.call.rank)
        addWrongAssertion(
            analysis, opened.payload.call, "operation", made.payload.call,
            "MPI_MODE_NOPUT, but " + describe(analysis.definitions(), made.payload.call) +
                " updates this rank's memory in the epoch",
            "the assertion says that no put or accumulate updates the memory of this rank in the "
            "epoch that follows",
            "take MPI_MODE_NOPUT away");
  }
}

void checkAlike(const Analysis &analysis, std::span<const Joined<InEpoch>> records) {
  constexpr std::pair<uint32_t, const char *> kByAll[] = {{kNoPrecede, "MPI_MODE_NOPRECEDE"},
                                                          {kNoSucceed, "MPI_MODE_NOSUCCEED"}};
  for (auto [assertion, name] : kByAll) {
    const InEpoch *with = nullptr, *without = nullptr;
    for (const Joined<InEpoch> &record : records) {
      if (record.payload.target != kNone || record.payload.carried)
        continue;
      const InEpoch *&first = record.payload.assertion & assertion ? with : without;
      if (!first || record.payload.call < first->call)
        first = &record.payload;
    }
    if (with && without)
      addWrongAssertion(analysis, with->call, "partner", without->call,
                        std::string(name) + " on rank " + std::to_string(with->call.rank) +
                            ", but not in " + describe(analysis.definitions(), without->call),
                        "a fence's MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED must be asserted by "
                        "all ranks of the "
                        "window or by none",
                        "assert it on all ranks, or on none");
  }
}

/// The stores of one rank to its windows' memory.
class StoreWalk {
public:
  void beginPhase(const Analysis &phase, uint32_t first, uint32_t end) {
    analysis_ = &phase;
    parts_.clear();
    begin_ = UINT64_MAX;
    end_ = 0;
    for (uint32_t location = first; location < end; ++location)
      for (const WindowPart &part : phase.trace.locations[location].windows)
        if (part.size) {
          parts_.push_back(part);
          begin_ = std::min(begin_, part.base);
          end_ = std::max(end_, part.base + part.size);
        }
  }

  void visit(const LocationTrace &location, const Event &event) {
    if (event.kind == EventKind::Local && !(event.flags & kReleased))
      return stores(location, event);
    if (event.kind == EventKind::WinCreate)
      states_[event.window] = {.store = {}, .until = 0, .synchronized = event.leave};
    if (event.kind == EventKind::WinFree)
      states_.erase(event.window);
    if (!isSynchronization(event.kind) || event.window == kNone || event.flags & kFailedTest)
      return;
    State &state = states_[event.window];
    if (event.assertion & kNoStore && state.store.context != kNone && state.until <= event.enter)
      addWrongAssertion(
          *analysis_, callAt(location, event), "store", state.store,
          "MPI_MODE_NOSTORE, but the store at line " +
              std::to_string(analysis_->definitions().site(state.store.context).line) +
              " changed the window's memory",
          "the assertion says that this rank stored nothing to its memory of the window since the "
          "last synchronization",
          "take MPI_MODE_NOSTORE away");
    state = {.store = {}, .until = 0, .synchronized = event.leave};
  }

private:
  struct State {
    CallAt store;
    uint64_t until = 0;        // the end of its segment
    uint64_t synchronized = 0; // the last synchronization's leave
  };

  void stores(const LocationTrace &location, const Event &event) {
    for (uint32_t i = event.firstRange; i < event.firstRange + event.rangeCount; ++i) {
      const Range &range = location.ranges[i];
      if (range.kind != RangeKind::Store)
        continue;
      uint64_t last =
          range.address + range.bytes + static_cast<uint64_t>(range.stride) * (range.count - 1);
      if (last <= begin_ || range.address >= end_)
        continue;
      for (const WindowPart &part : parts_) {
        State &state = states_[part.window];
        if (state.store.context == kNone && event.enter >= state.synchronized &&
            range.address < part.base + part.size && last > part.base)
          state = {
              {location.rank, location.thread, range.context}, event.leave, state.synchronized};
      }
    }
  }

  const Analysis *analysis_ = nullptr;
  std::vector<WindowPart> parts_;
  uint64_t begin_ = UINT64_MAX, end_ = 0; // where all of them are
  std::map<uint32_t, State> states_;      // by window
};

class WrongAssertions : public Detector {
public:
  void look(const Analysis &phase) override {
    lookAtStores(phase);
    lookAtEpochs(phase);
  }
  void report(Analysis &) override {}

private:
  void lookAtStores(const Analysis &phase) {
    const Trace &trace = phase.trace;
    forEachRank(trace, [&](uint32_t first, uint32_t end) {
      StoreWalk &walk = stores_[trace.locations[first].rank];
      walk.beginPhase(phase, first, end);
      forEachByTime(trace, first, end, [&](uint32_t location, uint32_t event) {
        walk.visit(trace.locations[location], trace.locations[location].events[event]);
      });
    });
  }

  void lookAtEpochs(const Analysis &phase) {
    addWindowsThat(
        phase,
        [](const Event &event) {
          return (event.kind == EventKind::Fence || event.kind == EventKind::Post) &&
                 event.assertion & (kNoPut | kNoPrecede | kNoSucceed);
        },
        windows_);
    const Trace &trace = phase.trace;
    Join<InEpoch> join(phase.comm);
    std::size_t next = 0;
    const auto &all = phase.participations;
    forEachRank(trace, [&](uint32_t first, uint32_t end) {
      EpochWalk &walk = epochs_[trace.locations[first].rank];
      walk.beginPhase(phase, windows_, join);
      forEachByTime(trace, first, end, [&](uint32_t location, uint32_t event) {
        const std::size_t begin = next;
        while (next < all.size() && all[next].location == location && all[next].event == event)
          ++next;
        walk.visit(trace.locations[location], trace.locations[location].events[event],
                   all.subspan(begin, next - begin));
      });
    });
    if (windows_.empty())
      return;
    join.run([&](std::span<const Joined<InEpoch>> records) {
      checkNoPut(phase, records);
      if (records.front().key.kind == KeyKind::WinCollective)
        checkAlike(phase, records);
    });
  }

  std::map<uint32_t, StoreWalk> stores_; // by rank
  std::map<uint32_t, EpochWalk> epochs_;
  std::set<uint32_t> windows_; // with assertions that others may contradict
};

} // namespace

std::unique_ptr<Detector> makeWrongAssertions() { return std::make_unique<WrongAssertions>(); }

} // namespace fencepost::analyzer
