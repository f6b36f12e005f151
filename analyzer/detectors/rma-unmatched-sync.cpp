//===- rma-unmatched-sync.cpp - synchronization whose partners never took part ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence, creation or free of a window that a rank of its group never joins,
// or joins with another call; a post without start, a start without post. A
// partner counts as missing only when it cannot come any more: it is in
// MPI_Finalize. What a killed run did not get to is no finding.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detector.h"
#include "analyzer/match/Join.h"
#include "analyzer/results/Text.h"
#include "analyzer/trace/Mix.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace fencepost::analyzer {

namespace {

struct Member {
  uint32_t rank;
  uint32_t context;
  EventKind kind;
};

/// A call, and a partner that it lacks or that did something else.
struct Unmatched {
  Key key;
  Member present;
  uint32_t missing;           // rank
  uint32_t otherCall = kNone; // what it called instead
  uint32_t lastCall = kNone;  // its last synchronization of the window
};

/// What ranks did on a window in a phase, in a form that shows whether all did the same.
struct Tally {
  uint32_t window = kNone;
  uint32_t ranks = 0;                    // that took part in something of all
  uint64_t least = UINT64_MAX, most = 0; // kinds and order of what one of them took part in
  uint64_t balance = 0;                  // 0 where the starts of each pair are as many as its posts
};

/// How many records an instance has that lacks nobody.
std::size_t expected(const Definitions &definitions, const Key &key) {
  return key.kind == KeyKind::WinCollective ? definitions.windowComm(key.object).size() : 2;
}

void operator+=(Tally &tally, const Tally &other) {
  tally.ranks += other.ranks;
  tally.least = std::min(tally.least, other.least);
  tally.most = std::max(tally.most, other.most);
  tally.balance += other.balance;
}

/// Of this process, by window.
std::map<uint32_t, Tally> talliesOf(const Analysis &analysis) {
  std::map<uint32_t, Tally> tallies;
  std::map<uint32_t, uint64_t> kinds; // of one rank, by window: participations come rank by rank
  uint32_t rank = kNone;
  auto addRank = [&] {
    for (auto [window, of] : kinds)
      tallies[window] += {.window = window, .ranks = 1, .least = of, .most = of};
    kinds.clear();
  };
  for (const Participation &at : analysis.participations) {
    bool collective = at.key.kind == KeyKind::WinCollective;
    if (!collective && at.part != Part::Start && at.part != Part::Post)
      continue;
    if (uint32_t of = analysis.location(at).rank; of != rank) {
      addRank();
      rank = of;
    }
    if (collective) {
      uint64_t &of = kinds[at.key.object];
      of = mix(of, static_cast<uint64_t>(analysis.event(at).kind));
    } else {
      Key pair = at.key;
      pair.sequence = 0;
      uint64_t hash = hashKey(pair);
      tallies[pair.object].balance += at.part == Part::Start ? hash : -hash;
    }
  }
  addRank();
  return tallies;
}

/// Windows on which the ranks did not do the same number of things in the same order. Where all
/// did, everything matches, and that is nearly always. The same on all processes.
std::set<uint32_t> suspectWindows(const Analysis &analysis) {
  std::vector<Tally> mine;
  for (auto [window, tally] : talliesOf(analysis)) {
    tally.window = window;
    mine.push_back(tally);
  }
  std::map<uint32_t, Tally> all;
  for (const auto &from : allGather(analysis.comm, mine))
    for (const Tally &tally : from)
      all[tally.window] += tally;
  std::set<uint32_t> windows;
  for (const auto &[window, tally] : all)
    if (tally.balance != 0 ||
        (tally.ranks && (tally.ranks != analysis.definitions().windowComm(window).size() ||
                         tally.least != tally.most)))
      windows.insert(window);
  return windows;
}

/// `finished`: ranks that will not come any more.
void checkCollective(const Definitions &definitions, std::span<const Joined<Member>> records,
                     const std::vector<bool> &finished, std::vector<Unmatched> &out) {
  const Key &key = records.front().key;
  const Member *first = &records.front().payload;
  std::set<uint32_t> present;
  for (const Joined<Member> &record : records) {
    present.insert(record.payload.rank);
    if (record.payload.rank < first->rank)
      first = &record.payload;
  }
  for (const Joined<Member> &record : records)
    if (record.payload.kind != first->kind)
      out.push_back({key, *first, record.payload.rank, record.payload.context});
  for (uint32_t rank : definitions.windowComm(key.object).ranks)
    if (!present.count(rank) && rank < finished.size() && finished[rank])
      out.push_back({key, *first, rank});
}

void checkPair(std::span<const Joined<Member>> records, const std::vector<bool> &finished,
               std::vector<Unmatched> &out) {
  const Key &key = records.front().key;
  if (records.size() != 1)
    return;
  const Member &only = records.front().payload;
  uint32_t missing = only.kind == EventKind::Post ? key.origin : key.target;
  if (missing < finished.size() && finished[missing])
    out.push_back({key, only, missing});
}

FoundInstance describe(const Definitions &definitions, const std::vector<Unmatched> &same) {
  const Unmatched &one = same.front();
  FoundInstance found{.id = FindingId::UnmatchedSync};
  std::set<uint32_t> missing;
  for (const Unmatched &other : same) {
    missing.insert(other.missing);
    found.ranks.insert({other.present.rank, other.missing});
  }
  std::string call = definitions.describe(one.present.context);
  std::string name = definitions.site(one.present.context).call;
  std::string who = ranksText(missing);
  std::string onWindow = definitions.describeWindow(one.present.context, one.key.object);
  std::string last = one.lastCall == kNone ? who + " never synchronizes " + onWindow
                                           : "the last synchronization of " + onWindow +
                                                 " on rank " + std::to_string(one.missing) +
                                                 " is " + definitions.describe(one.lastCall);
  if (one.otherCall != kNone) {
    found.message = call + " on rank " + std::to_string(one.present.rank) + " meets " +
                    definitions.describe(one.otherCall) + " on " + who;
    found.why =
        "all ranks of " + onWindow + " must make the same collective calls on it in the same order";
    found.advice = "make the calls match: look for a branch that only some of the ranks take, or a "
                   "loop that they leave at different times";
  } else if (one.key.kind == KeyKind::WinCollective) {
    found.message = call + " lacks " + who;
    found.why = "all ranks of " + onWindow + " must call it; " + last;
    found.advice = "let " + who + " call " + name +
                   " too: look for a branch that only some of the "
                   "ranks take";
  } else {
    bool post = one.present.kind == EventKind::Post;
    found.message = call + " on rank " + std::to_string(one.present.rank) + " names " + who +
                    (missing.size() == 1 ? ", which has" : ", which have") + " no matching " +
                    (post ? "MPI_Win_start" : "MPI_Win_post");
    found.why = (post ? "the group of a post lists the origins that will start an access epoch; "
                      : "the group of a start lists the targets that post the window; ") +
                last;
    found.advice = "take " + who + " out of the group of " + name + ", or let it call " +
                   (post ? "MPI_Win_start" : "MPI_Win_post") + " for rank " +
                   std::to_string(one.present.rank);
  }
  found.instances = same.size();
  found.places.push_back({.role = "synchronization",
                          .rank = one.present.rank,
                          .thread = 0,
                          .context = one.present.context});
  uint32_t other = one.otherCall != kNone ? one.otherCall : one.lastCall;
  if (other != kNone)
    found.places.push_back({.role = "partner", .rank = one.missing, .thread = 0, .context = other});
  return found;
}

class UnmatchedSync : public Detector {
public:
  void look(const Analysis &phase) override {
    rememberRanks(phase);
    std::set<uint32_t> suspects = suspectWindows(phase);
    if (suspects.empty())
      return;
    Join<Member> join(phase.comm);
    for (const Participation &at : phase.participations)
      if (!suspects.count(at.key.object))
        continue;
      else if (at.key.kind == KeyKind::WinCollective || at.part == Part::Start ||
               at.part == Part::Post) {
        const Event &event = phase.event(at);
        join.add(at.key, {phase.location(at).rank, event.context, event.kind});
      }
    const Definitions &definitions = phase.definitions();
    join.run([&](std::span<const Joined<Member>> records) {
      auto &known = lacking[records.front().key];
      known.insert(known.end(), records.begin(), records.end());
      if (known.size() < expected(definitions, records.front().key))
        return;
      if (records.front().key.kind == KeyKind::WinCollective)
        checkCollective(definitions, known, {}, unmatched);
      lacking.erase(records.front().key);
    });
  }

  void report(Analysis &analysis) override;

private:
  struct Ended {
    bool finalized = false; // in MPI_Finalize
    bool whole = true;      // and all it did was recorded
  };

  void rememberRanks(const Analysis &phase);
  std::vector<bool> finishedRanks(const Analysis &analysis) const;
  void findLastCalls(const Analysis &analysis, std::vector<Unmatched> &all) const;

  std::map<Key, std::vector<Joined<Member>>> lacking; // instances that lack somebody so far
  std::vector<Unmatched> unmatched;
  std::map<uint32_t, Ended> ends; // by rank
  /// One more than the context of the last synchronization, by rank and by window.
  std::map<uint32_t, Table<uint32_t>> lastCalls;
};

void UnmatchedSync::rememberRanks(const Analysis &phase) {
  for (const LocationTrace &location : phase.trace.locations) {
    Ended &ended = ends[location.rank];
    ended.whole = ended.whole && location.whole;
    Table<uint32_t> &last = lastCalls[location.rank];
    for (const Event &event : location.events) {
      ended.finalized = ended.finalized || event.kind == EventKind::Finalize;
      if (event.window != kNone &&
          (isSynchronization(event.kind) || event.kind == EventKind::WinCreate ||
           event.kind == EventKind::WinFree))
        last.define(event.window) = event.context + 1;
    }
  }
}

/// Ranks that will take part in nothing more, because they are in MPI_Finalize and all they did was
/// recorded. The same on all processes.
std::vector<bool> UnmatchedSync::finishedRanks(const Analysis &analysis) const {
  std::vector<uint32_t> ranks;
  for (const auto &[rank, ended] : ends)
    if (ended.finalized && ended.whole)
      ranks.push_back(rank);
  std::vector<bool> all(analysis.definitions().ranks(), false);
  for (const auto &from : allGather(analysis.comm, ranks))
    for (uint32_t rank : from)
      all[rank] = true;
  // "rank:reason;...": recording stopped while the program went on.
  std::istringstream lost(analysis.definitions().property("FENCEPOST::LOST"));
  for (std::string entry; std::getline(lost, entry, ';');)
    if (std::size_t rank = std::strtoul(entry.c_str(), nullptr, 10); rank < all.size())
      all[rank] = false;
  return all;
}

/// Fills in what the missing ranks of this process did last on the window; drops the others.
void UnmatchedSync::findLastCalls(const Analysis &analysis, std::vector<Unmatched> &all) const {
  std::erase_if(all, [&](Unmatched &one) {
    if (ownerOfRank(one.missing, analysis.processes) != analysis.process)
      return true;
    if (auto last = lastCalls.find(one.missing); last != lastCalls.end())
      if (uint32_t context = last->second[one.key.object])
        one.lastCall = context - 1;
    return false;
  });
}

void UnmatchedSync::report(Analysis &analysis) {
  const Definitions &definitions = analysis.definitions();
  std::vector<bool> finished = finishedRanks(analysis);
  std::vector<Unmatched> mine = unmatched;
  for (const auto &[key, records] : lacking)
    if (key.kind == KeyKind::WinCollective)
      checkCollective(definitions, records, finished, mine);
    else
      checkPair(records, finished, mine);

  std::vector<Unmatched> all;
  for (const auto &from : allGather(analysis.comm, mine))
    all.insert(all.end(), from.begin(), from.end());
  findLastCalls(analysis, all);

  // One call too many or too few shifts all that follow on the window: only the first tells.
  std::map<uint32_t, uint32_t> firstOnWindow;
  std::vector<Unmatched> gathered;
  for (const auto &from : gather(analysis.comm, all))
    for (const Unmatched &one : from) {
      gathered.push_back(one);
      if (one.key.kind == KeyKind::WinCollective) {
        auto [first, isNew] = firstOnWindow.try_emplace(one.key.object, one.key.sequence);
        first->second = std::min(first->second, one.key.sequence);
      }
    }
  std::sort(gathered.begin(), gathered.end(), [](const Unmatched &a, const Unmatched &b) {
    return std::tie(a.key, a.missing) < std::tie(b.key, b.missing);
  });
  std::map<std::tuple<Site, KeyKind, Site>, std::vector<Unmatched>> lines;
  for (const Unmatched &one : gathered)
    if (one.key.kind != KeyKind::WinCollective || firstOnWindow[one.key.object] == one.key.sequence)
      lines[{definitions.site(one.present.context), one.key.kind,
             one.otherCall == kNone ? Site{} : definitions.site(one.otherCall)}]
          .push_back(one);
  for (const auto &[line, same] : lines)
    analysis.results.add(describe(definitions, same));
}

} // namespace

std::unique_ptr<Detector> makeUnmatchedSync(std::shared_ptr<const Matched>) {
  return std::make_unique<UnmatchedSync>();
}

} // namespace fencepost::analyzer
