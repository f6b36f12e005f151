//===- FenceLines.cpp - what the fences of a source line did over the run ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/FenceLines.h"

#include "analyzer/errors/Call.h"
#include "analyzer/match/Exchange.h"

#include <iterator>

namespace fencepost::analyzer {

namespace {

/// Kept of a line, those of the smallest hashes, so that what is kept depends neither on the
/// run's length nor on the number of processes.
constexpr std::size_t kMostPatterns = 1024;

void addPattern(std::map<uint64_t, uint64_t> &patterns, uint64_t pairs, uint64_t epochs) {
  patterns[pairs] += epochs;
  if (patterns.size() > kMostPatterns)
    patterns.erase(std::prev(patterns.end()));
}

/// Of the pairs of an epoch, in local ranks.
uint64_t hashOf(const Communicator &comm, const FenceInstance &fence) {
  uint64_t hash = 0;
  for (const FenceAccess &access : fence.accesses)
    hash += hashKey(
        {KeyKind::Message, 0, comm.localRank(access.origin), comm.localRank(access.target)});
  for (const FenceMember &member : fence.members)
    if (uint32_t rank = comm.localRank(member.arrival.rank); member.toItself)
      hash += hashKey({KeyKind::Message, 0, rank, rank});
  return hash;
}

template <typename Map> auto valuesOf(const Map &map) {
  std::vector<typename Map::mapped_type> values;
  for (const auto &[ids, value] : map)
    values.push_back(value);
  return values;
}

} // namespace

double FenceLines::Line::sameShare() const {
  uint64_t same = 0;
  for (const auto &[window, of] : patterns) {
    uint64_t most = 0;
    for (const auto &[pairs, epochs] : of)
      most = std::max(most, epochs);
    same += most;
  }
  return sum.used ? double(same) / double(sum.used) : 0;
}

bool FenceLines::isScattered(const Definitions &definitions, const FenceInstance &fence) {
  uint32_t first = fence.members.front().arrival.context;
  return std::any_of(fence.members.begin(), fence.members.end(), [&](const FenceMember &member) {
    uint32_t other = member.arrival.context;
    if (other == first)
      return false;
    auto [known, isNew] = sameSite.try_emplace({first, other}, false);
    if (isNew)
      known->second = definitions.site(first) == definitions.site(other);
    return !known->second;
  });
}

void FenceLines::add(const Definitions &definitions, const FenceInstance &fence) {
  uint32_t window = fence.window;
  bool issued = std::any_of(fence.members.begin(), fence.members.end(),
                            [](const FenceMember &member) { return member.issued; });
  const FenceMember &first = fence.members.front();
  ++row(first.arrival.context, window).fences;
  bool scattered = isScattered(definitions, fence);
  auto access = fence.accesses.begin();
  for (const FenceMember &member : fence.members) {
    uint32_t rank = member.arrival.rank, context = member.arrival.context, opening = member.opening;
    FenceRow &ends = row(context, window);
    ends.given |= member.assertion;
    ends.scattered = ends.scattered || scattered;
    if (issued)
      ends.contradicted |= kNoPrecede;
    if (member.stored)
      ends.contradicted |= kNoStore;
    ends.unopened = ends.unopened || opening == kNone;
    if (member.unended != kNone)
      row(member.unended, window).unended = true;
    bool updated = member.updatesItself;
    auto add = [&](uint32_t origin) {
      FencePair &pair = pairs[{opening, context, window, origin, rank}];
      pair = {opening, context, window, origin, rank, pair.epochs + 1};
    };
    for (; access != fence.accesses.end() && access->target <= rank; ++access)
      if (access->target == rank && opening != kNone) {
        updated = updated || access->updates;
        add(access->origin);
      }
    if (opening == kNone)
      continue;
    if (member.toItself)
      add(rank);
    FenceStep &step = steps[{opening, context, window}];
    step = {opening, context, window, step.epochs + 1, step.used + issued};
    FenceRow &begins = row(opening, window);
    if (issued)
      begins.contradicted |= kNoSucceed;
    if (updated)
      begins.contradicted |= kNoPut;
  }
  if (!issued || first.opening == kNone)
    return;
  ++row(first.arrival.context, window).used;
  addPattern(patterns[{first.arrival.context, window}],
             hashOf(definitions.windowComm(window), fence), 1);
}

void FenceLines::look(const Analysis &phase, const Fences &fences) {
  fences.forEach([&](const FenceInstance &fence) {
    if (!fence.members.empty())
      add(phase.definitions(), fence);
  });
}

FenceLines::Lines FenceLines::gathered(const Analysis &analysis, const Fences &fences) const {
  std::unordered_map<Ids<2>, FenceRow, Hash> mine = rows;
  fences.forEachLast([&](uint32_t window, uint32_t context, bool issued) {
    FenceRow &row = mine[{context, window}];
    row.context = context;
    row.window = window;
    row.last = true;
    if (issued)
      row.contradicted |= kNoSucceed | kNoPut;
  });
  std::vector<FencePattern> seen;
  for (const auto &[of, counts] : patterns)
    for (const auto &[pairs, epochs] : counts)
      seen.push_back({.context = of[0], .window = of[1], .pairs = pairs, .epochs = epochs});

  const Definitions &definitions = analysis.definitions();
  Lines lines;
  auto each = [&](const auto &rows, auto visit) {
    for (const auto &from : gather(analysis.comm, rows))
      for (const auto &row : from)
        visit(row, lines[definitions.site(row.context)]);
  };
  each(valuesOf(mine), [](const FenceRow &row, Line &line) {
    FenceRow &sum = line.sum;
    bool isFirst = line.windows.empty() ||
                   std::tie(row.context, row.window) < std::tie(sum.context, sum.window);
    if (isFirst) {
      sum.context = row.context;
      sum.window = row.window;
    }
    line.windows.insert(row.window);
    sum.fences += row.fences;
    sum.used += row.used;
    sum.contradicted |= row.contradicted;
    sum.given |= row.given;
    sum.unopened = sum.unopened || row.unopened;
    sum.unended = sum.unended || row.unended;
    sum.scattered = sum.scattered || row.scattered;
    if (row.last)
      line.lastWindows.insert(row.window);
  });
  each(valuesOf(steps), [](const FenceStep &step, Line &line) { line.ended.push_back(step); });
  each(valuesOf(pairs), [](const FencePair &pair, Line &line) { line.pairs.push_back(pair); });
  each(seen, [](const FencePattern &pattern, Line &line) {
    addPattern(line.patterns[pattern.window], pattern.pairs, pattern.epochs);
  });
  return lines;
}

} // namespace fencepost::analyzer
