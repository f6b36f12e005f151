//===- FindLoop.cpp - the loop whose iterations are looked at -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/FindLoop.h"

#include "analyzer/iterations/Candidates.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/results/Text.h"

namespace fencepost::analyzer {

namespace {

/// How often a thread entered a call path.
struct Count {
  uint64_t entries = 0, first = UINT64_MAX, last = 0;
  uint64_t longest = 0; // ticks between two entries that follow each other
  bool ofAll = true;

  /// `longest` holds where the other one is of a later time.
  void operator+=(const Count &other) {
    uint64_t between = entries ? other.first - std::min(other.first, last) : 0;
    longest = std::max({longest, other.longest, between});
    entries += other.entries;
    first = std::min(first, other.first);
    last = std::max(last, other.last);
    ofAll = ofAll && other.ofAll;
  }
};

/// Of a rank, the lowest of its threads that entered it at all.
struct OfRank {
  uint32_t thread;
  Count count;

  void add(uint32_t from, const Count &more) {
    if (from > thread)
      return;
    if (from < thread)
      count = {};
    thread = from;
    count += more;
  }
};

/// What a process counted.
struct Counts {
  std::map<std::pair<uint32_t, uint32_t>, OfRank> entries;   // by context, rank
  std::map<std::pair<uint32_t, uint32_t>, ThreadLife> lives; // by rank, thread

  void add(const Definitions &definitions, const LocationTrace &location) {
    Table<uint32_t> at; // by context, one more than the index
    std::vector<std::pair<uint32_t, Count>> counts;
    forEachEntry(definitions, location, [&](const Entry &entry) {
      uint32_t &row = at.define(entry.context);
      if (!row) {
        counts.push_back({entry.context, {}});
        row = static_cast<uint32_t>(counts.size());
      }
      counts[row - 1].second += {1, entry.enter, entry.enter, 0, entry.ofAll};
    });
    for (const auto &[context, count] : counts)
      entries.try_emplace({context, location.rank}, OfRank{location.thread, {}})
          .first->second.add(location.thread, count);
    if (!location.end)
      return;
    ThreadLife &life =
        lives
            .try_emplace({location.rank, location.thread}, ThreadLife{location.begin, location.end})
            .first->second;
    life.begin = std::min(life.begin, location.begin);
    life.end = std::max(life.end, location.end);
  }
};

/// A candidate as far as some ranks are concerned.
struct Share {
  Candidate candidate;
  uint32_t ranks;
};

void merge(const Share &share, std::map<uint32_t, Share> &to) {
  auto [at, isNew] = to.try_emplace(share.candidate.context, share);
  if (isNew)
    return;
  Candidate &sum = at->second.candidate;
  if (sum.entries != share.candidate.entries)
    sum.entries = 0; // some differ
  sum.covered += share.candidate.covered;
  sum.longest += share.candidate.longest;
  sum.first = std::min(sum.first, share.candidate.first);
  sum.ofAll = sum.ofAll && share.candidate.ofAll;
  at->second.ranks += share.ranks;
}

/// The contexts of the main loop's mark; none where there is no such loop. Collective.
std::set<uint32_t> mainLoop(const Counts &counts, uint32_t ranks, MPI_Comm comm) {
  std::map<uint32_t, Share> mine, all;
  for (const auto &[where, of] : counts.entries)
    merge({{where.first, of.count.entries, of.count.last - of.count.first, of.count.longest,
            of.count.first, of.count.ofAll},
           1},
          mine);
  std::vector<Share> shares;
  for (const auto &[context, share] : mine)
    shares.push_back(share);
  for (const std::vector<Share> &from : allGather(comm, shares))
    for (const Share &share : from)
      merge(share, all);
  std::vector<Candidate> candidates;
  for (const auto &[context, share] : all)
    if (share.ranks == ranks)
      candidates.push_back(share.candidate);
  const Candidate *chosen = chooseLoop(candidates);
  return chosen ? std::set<uint32_t>{chosen->context} : std::set<uint32_t>();
}

/// Ranks by how often they enter the mark, the most first.
using ByEntries = std::map<uint64_t, std::set<uint32_t>, std::greater<>>;

/// "4 times on ranks 1, 2; 3 times on rank 0".
std::string howOften(const ByEntries &ranks) {
  std::string text;
  for (const auto &[entries, of] : ranks)
    text += (text.empty() ? "" : "; ") + (entries ? timesText(entries) : "never") + " on " +
            ranksText(of);
  return text;
}

struct RankEntries {
  uint32_t rank;
  uint64_t entries, covered, ofRun;
};

/// Fills in what the mark's contexts say; the ranks by how often they enter it. Collective.
ByEntries countEntries(const Counts &counts, uint32_t ranks, MPI_Comm comm, Loop &loop) {
  std::map<uint32_t, OfRank> ofRanks;
  for (const auto &[where, of] : counts.entries)
    if (loop.contexts.contains(where.first))
      ofRanks.try_emplace(where.second, OfRank{of.thread, {}})
          .first->second.add(of.thread, of.count);
  for (const auto &[who, life] : counts.lives)
    loop.lives[who.first].push_back(life);
  std::vector<RankEntries> mine;
  for (const auto &[rank, of] : ofRanks) {
    loop.threads[rank] = of.thread;
    const ThreadLife &life = counts.lives.at({rank, of.thread});
    mine.push_back({rank, of.count.entries, of.count.last - of.count.first, life.end - life.begin});
  }
  std::vector<uint64_t> entries(ranks);
  for (const std::vector<RankEntries> &from : allGather(comm, mine))
    for (const RankEntries &of : from) {
      entries[of.rank] = of.entries;
      loop.covered += of.covered;
      loop.ofRun += of.ofRun;
    }
  ByEntries byEntries;
  for (uint32_t rank = 0; rank < ranks; ++rank)
    byEntries[entries[rank]].insert(rank);
  loop.entries = entries.empty() ? 0 : entries[0];
  return byEntries;
}

} // namespace

std::optional<Loop> findLoop(TraceReader &reader, const std::string &wanted, MPI_Comm comm) {
  const std::string option = "--iterations=" + wanted + ": ";
  std::optional<SourceLine> line = parseSourceLine(wanted);
  if (!line && wanted != "auto")
    throw TraceError(option + "neither auto nor FILE:LINE");
  const Trace &trace = reader.trace;
  const Definitions &definitions = trace.definitions;
  Counts counts;
  while (reader.next())
    for (const LocationTrace &location : trace.locations)
      counts.add(definitions, location);

  Loop loop;
  if (!line)
    loop.contexts = mainLoop(counts, definitions.ranks(), comm);
  for (uint32_t context = 0; line && context < definitions.contexts.end(); ++context)
    if (definitions.contexts.find(context) && isAt(definitions, context, *line))
      loop.contexts.insert(context);
  auto byEntries = countEntries(counts, definitions.ranks(), comm, loop);
  if (!line && loop.contexts.empty())
    return std::nullopt;
  if (byEntries.size() == 1 && loop.entries == 0)
    throw TraceError(option + "no rank enters an MPI call there that communicates or synchronizes, "
                              "nor a recorded function" +
                     callsElsewhere(definitions, *line));
  if (byEntries.size() != 1)
    throw TraceError(option + "the ranks do not enter it equally often: " + howOften(byEntries));
  if (loop.entries < 2)
    throw TraceError(option + "each rank enters it only once, so there are no iterations");
  return loop;
}

} // namespace fencepost::analyzer
