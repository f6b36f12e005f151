//===- Delays.cpp - what the late did beyond the waiting -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/causes/Delays.h"

#include "analyzer/causes/Alignment.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/trace/Mix.h"

#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>

namespace fencepost::analyzer {

namespace {

/// Threads whose aligning lies far back are compared over that many of the late one's calls: any
/// time will do to compare from, as the difference of the two is the waiting.
constexpr std::size_t kMostCalls = 4096;

constexpr uint32_t kWaiting = kNone - 1; // in the place of a context

/// By time.
using AlignmentsOfThreads = std::unordered_map<ThreadOfRank, Alignments, HashThread>;

/// What `who` was aligned with.
struct Member {
  ThreadOfRank who;
  Alignment at;
};

struct Question {
  ThreadOfRank waiter, late;
  uint64_t until, since;
};

struct Answer {
  uint64_t since;
  uint32_t profile; // of those that the answering process sends
};

struct ProfileRow {
  uint32_t profile;
  PathTicks row;
};

template <typename T> std::vector<T> flat(std::vector<std::vector<T>> parts) {
  std::vector<T> all = std::move(parts.front());
  for (std::size_t p = 1; p < parts.size(); ++p)
    all.insert(all.end(), parts[p].begin(), parts[p].end());
  return all;
}

/// The threads of this process: their events, waits and alignments.
class Threads {
public:
  Threads(const Analysis &phase, const std::vector<WaitInstance> &waits)
      : phase(phase), profiler(phase.definitions()) {
    for (const LocationTrace &location : phase.trace.locations)
      threads[{location.rank, location.thread}].location = &location;
    for (const WaitInstance &wait : waits) {
      Thread &waiter = threads[wait.waiter];
      waiter.waits.push_back({wait.begin, wait.end});
      waiter.instances.push_back(&wait);
    }
  }

  /// Alignments of the threads of this process, by time. Collective.
  AlignmentsOfThreads alignments(const std::vector<WaitInstance> &waits) const {
    std::vector<std::vector<Member>> outgoing(phase.processes);
    AlignmentsOfThreads all;
    std::vector<Alignment> *waiter = nullptr; // the waits come by waiter
    for (const WaitInstance &wait : waits) {
      Alignment at{wait.until, wait.late};
      if (&wait == waits.data() || (&wait)[-1].waiter != wait.waiter)
        waiter = &all[wait.waiter].list;
      waiter->push_back(at);
      int owner = ownerOfRank(wait.late.rank, phase.processes);
      if (owner == phase.process)
        all[wait.late].list.push_back(at);
      else
        outgoing[owner].push_back({wait.late, at});
    }
    for (const std::vector<Member> &from : allToAll(phase.comm, std::move(outgoing)))
      for (const Member &member : from)
        all[member.who].list.push_back(member.at);
    for (auto &[who, alignments] : all) {
      std::vector<Alignment> &list = alignments.list;
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return all;
  }

  /// From when on a time that ends at `until` is looked at.
  uint64_t farthest(ThreadOfRank who, uint64_t until, uint64_t since) {
    Thread *thread = find(who);
    if (!thread)
      return until;
    const std::vector<Event> &events = thread->location->events;
    if (events.size() <= kMostCalls)
      return since;
    auto at =
        std::lower_bound(events.begin(), events.end(), until,
                         [](const Event &event, uint64_t time) { return event.enter < time; });
    auto calls = static_cast<std::size_t>(at - events.begin());
    return calls <= kMostCalls ? since : std::max(since, events[calls - kMostCalls].enter);
  }

  /// Its time in [since, until), with the waiting at kWaiting but for that of `but`'s arrival;
  /// valid until the next call.
  std::span<const PathTicks> profileOf(ThreadOfRank who, uint64_t since, uint64_t until,
                                       const WaitInstance *but = nullptr) {
    Thread *found = find(who);
    if (!found)
      return {};
    Thread &thread = *found;
    std::vector<PathTicks> &rows =
        profiler.profile(*thread.location, since, until, thread.waits, thread.near);
    uint64_t waiting = 0;
    std::size_t at = thread.near.wait; // ends after `since`
    while (at < thread.waits.size() && thread.waits[at].begin < since)
      ++at;
    for (; at < thread.waits.size() && thread.waits[at].end <= until; ++at) {
      const WaitInstance &wait = *thread.instances[at];
      if (!but || wait.until != but->until || wait.late != but->late)
        waiting += wait.ticks();
    }
    if (waiting)
      rows.insert(
          std::lower_bound(rows.begin(), rows.end(), kWaiting,
                           [](const PathTicks &row, uint32_t c) { return row.context < c; }),
          {kWaiting, waiting});
    return rows;
  }

private:
  struct Thread {
    const LocationTrace *location = nullptr;
    std::vector<TimeInterval> waits;
    std::vector<const WaitInstance *> instances;
    Profiler::Near near{};
  };

  /// Nothing where the process has no events of it.
  Thread *find(ThreadOfRank who) {
    if (who != last || !lastFound) {
      auto found = threads.find(who);
      last = who;
      lastFound = found == threads.end() || !found->second.location ? nullptr : &found->second;
    }
    return lastFound;
  }

  const Analysis &phase;
  std::unordered_map<ThreadOfRank, Thread, HashThread> threads;
  ThreadOfRank last; // that was looked for
  Thread *lastFound = nullptr;
  Profiler profiler;
};

/// Numbers stretches of threads' time in the order in which they come.
class Stretches {
public:
  explicit Stretches(std::size_t most) : slots(std::bit_ceil(2 * most + 1), 0) {}

  /// The number, and whether it is new.
  std::pair<uint32_t, bool> number(ThreadOfRank who, uint64_t since, uint64_t until) {
    Stretch stretch{who, since, until};
    uint64_t hash = mix(mix(uint64_t(who.rank) << 32 | who.thread, since), until);
    for (std::size_t at = hash;; ++at) {
      uint32_t &slot = slots[at & (slots.size() - 1)];
      if (!slot) {
        known.push_back(stretch);
        slot = static_cast<uint32_t>(known.size());
        return {slot - 1, true};
      }
      if (known[slot - 1] == stretch)
        return {slot - 1, false};
    }
  }

private:
  struct Stretch {
    ThreadOfRank who;
    uint64_t since, until;
    bool operator==(const Stretch &) const = default;
  };
  std::vector<uint32_t> slots; // number + 1; 0: none
  std::vector<Stretch> known;
};

/// The rows of a process's profiles, which come one profile after the other.
class Profiles {
public:
  explicit Profiles(const std::vector<ProfileRow> &from) {
    for (const ProfileRow &row : from) {
      begins.resize(std::max<std::size_t>(begins.size(), row.profile + 1), rows.size());
      rows.push_back(row.row);
    }
  }
  std::span<const PathTicks> of(uint32_t profile) const {
    if (profile >= begins.size())
      return {};
    std::size_t end = profile + 1 < begins.size() ? begins[profile + 1] : rows.size();
    return std::span(rows).subspan(begins[profile], end - begins[profile]);
  }

private:
  std::vector<PathTicks> rows;
  std::vector<std::size_t> begins; // by profile
};

AlignmentsOfThreads byThread(const std::vector<Member> &members) {
  AlignmentsOfThreads all;
  for (const Member &member : members)
    all[member.who].list.push_back(member.at);
  return all;
}

/// What is in `late` beyond `waiter`, both by context; its rows are added to `rows`.
Delay excess(std::span<const PathTicks> late, std::span<const PathTicks> waiter,
             std::vector<PathTicks> &rows) {
  Delay delay{.first = rows.size()};
  auto other = waiter.begin();
  for (const PathTicks &row : late) {
    while (other != waiter.end() && other->context < row.context)
      ++other;
    uint64_t common = other != waiter.end() && other->context == row.context ? other->ticks : 0;
    if (row.ticks <= common)
      continue;
    delay.ticks += row.ticks - common;
    if (row.context == kWaiting)
      delay.waiting = row.ticks - common;
    else
      rows.push_back({row.context, row.ticks - common});
  }
  delay.end = rows.size();
  return delay;
}

} // namespace

std::vector<WaitInstance> waitsAtHome(const Analysis &phase, std::vector<WaitInstance> found) {
  std::vector<std::vector<WaitInstance>> outgoing(phase.processes);
  for (const WaitInstance &wait : found)
    outgoing[ownerOfRank(wait.waiter.rank, phase.processes)].push_back(wait);
  std::vector<WaitInstance>().swap(found);
  std::vector<WaitInstance> all = flat(allToAll(phase.comm, std::move(outgoing)));
  // The one that ends last first.
  std::sort(all.begin(), all.end(), [](const WaitInstance &a, const WaitInstance &b) {
    return std::tie(a.waiter, b.end, b.until, a) < std::tie(b.waiter, a.end, a.until, b);
  });
  std::size_t kept = 0;
  for (WaitInstance wait : all) {
    if (kept && all[kept - 1].waiter == wait.waiter)
      wait.end = std::min(wait.end, all[kept - 1].begin);
    if (wait.begin < wait.end)
      all[kept++] = wait;
  }
  all.resize(kept);
  // Now those of one waiter, which do not overlap, from the last to the first.
  for (auto first = all.begin(); first != all.end();) {
    auto last = std::find_if(
        first, all.end(), [&](const WaitInstance &wait) { return wait.waiter != first->waiter; });
    std::reverse(first, last);
    first = last;
  }
  return all;
}

Delays findDelays(const Analysis &phase, const std::vector<Meeting> &meetings,
                  const std::vector<WaitInstance> &waits) {
  Threads threads(phase, waits);
  AlignmentsOfThreads aligned = threads.alignments(waits);

  // Each question goes to where the late one is, and all alignments of the waiter with it.
  std::vector<std::vector<Question>> questions(phase.processes);
  std::vector<std::set<ThreadOfRank>> told(phase.processes);
  for (const WaitInstance &wait : waits) {
    int owner = ownerOfRank(wait.late.rank, phase.processes);
    questions[owner].push_back({wait.waiter, wait.late, wait.until, wait.since});
    if (owner != phase.process)
      told[owner].insert(wait.waiter);
  }
  std::vector<std::vector<Member>> outgoing(phase.processes);
  for (int to = 0; to < phase.processes; ++to)
    if (to != phase.process)
      for (ThreadOfRank who : told[to])
        for (const Alignment &at : aligned[who].list)
          outgoing[to].push_back({who, at});
  AlignmentsOfThreads others = byThread(flat(allToAll(phase.comm, std::move(outgoing))));

  std::vector<std::vector<Question>> asked = allToAll(phase.comm, std::move(questions));
  std::vector<std::vector<Answer>> answers(phase.processes);
  std::vector<std::vector<ProfileRow>> profiles(phase.processes);
  for (int from = 0; from < phase.processes; ++from) {
    Stretches known(asked[from].size());
    ThreadOfRank waiter;
    Alignments *ofWaiter = nullptr; // the questions come by waiter
    for (const Question &question : asked[from]) {
      if (!ofWaiter || question.waiter != waiter) {
        waiter = question.waiter;
        ofWaiter = &(from == phase.process ? aligned : others)[waiter];
      }
      uint64_t since = std::max(
          {question.since, lastBefore(meetings, question.until),
           lastShared(*ofWaiter, aligned[question.late], question.until).value_or(0)});
      since = threads.farthest(question.late, question.until, since);
      auto [number, isNew] = known.number(question.late, since, question.until);
      answers[from].push_back({since, number});
      if (isNew)
        for (const PathTicks &row : threads.profileOf(question.late, since, question.until))
          profiles[from].push_back({number, row});
    }
  }
  answers = allToAll(phase.comm, std::move(answers));
  profiles = allToAll(phase.comm, std::move(profiles));

  std::vector<Profiles> late;
  for (const std::vector<ProfileRow> &from : profiles)
    late.emplace_back(from);
  Delays delays;
  std::vector<Delay> &all = delays.ofWaits;
  all.reserve(waits.size());
  std::vector<std::size_t> next(phase.processes, 0);
  for (const WaitInstance &wait : waits) {
    int owner = ownerOfRank(wait.late.rank, phase.processes);
    const Answer &answer = answers[owner][next[owner]++];
    // Thousands of unsuccessful tests wait for one arrival.
    if (const WaitInstance *previous = all.empty() ? nullptr : &waits[all.size() - 1];
        previous && std::tie(previous->waiter, previous->late, previous->until, previous->since) ==
                        std::tie(wait.waiter, wait.late, wait.until, wait.since)) {
      all.push_back(all.back());
      continue;
    }
    Delay delay;
    if (std::span<const PathTicks> rows = late[owner].of(answer.profile); !rows.empty())
      delay = excess(rows, threads.profileOf(wait.waiter, answer.since, wait.until, &wait),
                     delays.rows);
    delay.since = answer.since;
    all.push_back(delay);
  }
  return delays;
}

} // namespace fencepost::analyzer
