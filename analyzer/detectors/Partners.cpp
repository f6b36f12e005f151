//===- Partners.cpp - who communicated with whom in the epochs of a source line ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Partners.h"

#include "analyzer/match/Exchange.h"
#include "analyzer/results/Text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fencepost::analyzer {

namespace {

constexpr double kLeastUnneeded = 0.5;
constexpr uint64_t kLeastFences = 3;
constexpr double kLeastShare = 0.01; // of the run time, when no operation shows that it is used
constexpr std::size_t kRanksTold = 8;

/// Time that a rank waited in a call.
struct WaitRow {
  uint32_t context, rank;
  uint64_t ticks;
};

/// What is known of one source line.
struct Line {
  std::vector<SyncRow> syncs;
  const SyncRow *usual = nullptr; // the row of most epochs
  std::vector<PartnerRow> partners;
  uint64_t repeats = 0; // epochs of one rank
  uint64_t epochs = 0, pairs = 0, unneeded = 0, waited = 0;
  std::set<uint32_t> ranks;
  std::map<uint32_t, std::set<uint32_t>> origins, targets; // of each rank that communicates
};

using Lines = std::map<Site, Line>;

/// Windows that need no advice: two ranks that both communicate, with a fence or without.
std::set<uint32_t> busyPairs(const Definitions &definitions, const Lines &lines) {
  std::map<uint32_t, std::set<uint32_t>> active; // origins by window
  for (const auto &[site, line] : lines)
    for (const PartnerRow &row : line.partners)
      active[row.window].insert({row.origin, row.target});
  std::set<uint32_t> windows;
  for (const auto &[window, ranks] : active)
    if (definitions.windowComm(window).size() <= 2 && ranks.size() == 2)
      windows.insert(window);
  return windows;
}

void sum(Line &line, const std::set<uint32_t> &left) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> epochs; // of each window and target
  std::map<uint32_t, uint64_t> ofTarget;
  for (const SyncRow &row : line.syncs) {
    if (left.count(row.window))
      continue;
    // The first epoch of a loop was opened elsewhere than the others.
    line.epochs = std::max(line.epochs, epochs[{row.window, row.target}] += row.epochs);
    line.repeats = std::max(line.repeats, ofTarget[row.target] += row.epochs);
    if (!line.usual || row.epochs > line.usual->epochs)
      line.usual = &row;
    line.pairs += row.pairs;
    line.unneeded += row.unneeded;
    line.ranks.insert(row.target);
  }
  for (const PartnerRow &row : line.partners)
    if (!left.count(row.window)) {
      line.origins[row.target].insert(row.origin);
      line.targets[row.origin].insert(row.target);
    }
}

/// Whether every pair that communicates does so in each epoch of the target.
bool alwaysTheSame(const Line &line) {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint64_t> epochs; // context, window, target
  for (const SyncRow &row : line.syncs)
    epochs[{row.context, row.window, row.target}] += row.epochs;
  for (const PartnerRow &row : line.partners)
    if (row.epochs != epochs[{row.context, row.window, row.target}])
      return false;
  return true;
}

std::string setText(const std::set<uint32_t> &ranks) {
  std::string text;
  for (uint32_t rank : ranks)
    text += (text.empty() ? "" : ", ") + std::to_string(rank);
  return "{" + text + "}";
}

std::string partnersText(const Line &line) {
  std::string text;
  std::size_t told = 0;
  for (const auto &[target, origins] : line.origins) {
    if (told++ == kRanksTold)
      return text + "; and " + std::to_string(line.origins.size() - kRanksTold) + " more";
    text += (text.empty() ? "" : "; ") + std::string("rank ") + std::to_string(target) + " from " +
            ranksText(origins);
  }
  return text;
}

std::string fenceAdvice(const Definitions &definitions, const Line &line, const std::string &call) {
  std::string opens = definitions.describe(line.usual->opening);
  // An example for the first rank that is both origin and target, or the first of either.
  uint32_t rank = line.origins.begin()->first;
  for (const auto &[target, origins] : line.origins)
    if (line.targets.count(target)) {
      rank = target;
      break;
    }
  auto groupOf = [&](const std::map<uint32_t, std::set<uint32_t>> &of) {
    auto found = of.find(rank);
    return found == of.end() ? std::set<uint32_t>() : found->second;
  };
  std::set<uint32_t> origins = groupOf(line.origins), targets = groupOf(line.targets);
  std::string instead;
  if (!origins.empty())
    instead += "MPI_Win_post with origins " + setText(origins);
  if (!targets.empty())
    instead += (instead.empty() ? "" : " and ") + std::string("MPI_Win_start with targets ") +
               setText(targets);
  std::string end = targets.empty()   ? "MPI_Win_wait"
                    : origins.empty() ? "MPI_Win_complete"
                                      : "MPI_Win_complete and MPI_Win_wait";
  std::string whose = " (the groups are those of rank " + std::to_string(rank) + ")";
  if (opens == call)
    return "instead of " + call + ", end the epoch by " + end + " and open the next one by " +
           instead + whose;
  return "replace " + opens + " by " + instead + ", and " + call + " by " + end + whose;
}

/// The code that does what the advice says, or why there is none.
std::string codeText(const Definitions &definitions, const Line &line, const PscwRemedy &remedy) {
  if (remedy.code.empty())
    return "; no code is given: " + remedy.without;
  return "; with the partners that these " +
         std::to_string(definitions.windowComm(line.usual->window).size()) +
         " ranks had in this run, and unless something else relies on the fences as barriers:\n" +
         remedy.code;
}

FoundInstance describe(const Definitions &definitions, const Line &line, const PscwRemedy *remedy) {
  FoundInstance found{.id = FindingId::UnneededSync};
  const SyncRow &first = *line.usual;
  std::string call = definitions.describe(first.context);
  bool fence = first.opening != kNone;
  std::string share = percentText(double(line.unneeded) / double(line.pairs));
  if (fence) {
    found.message = call + " synchronizes all " +
                    std::to_string(definitions.windowComm(first.window).size()) +
                    " ranks of the window, but " + share + " of the pairs exchange nothing (" +
                    std::to_string(line.unneeded) + " of " + std::to_string(line.pairs) + ")";
    found.advice = fenceAdvice(definitions, line, call);
    if (remedy)
      found.advice += codeText(definitions, line, *remedy);
  } else {
    found.message = call + " waits for origins of which " + share + " made no operation (" +
                    std::to_string(line.unneeded) + " of " + std::to_string(line.pairs) + ")";
    found.advice = "name in the groups of MPI_Win_post and MPI_Win_start only the ranks that "
                   "communicate in the epoch";
  }
  if (line.origins.empty())
    found.why = "no operation was made in any of its " + countText(line.epochs, "epoch");
  else
    found.why = "operations reach " + partnersText(line) +
                (alwaysTheSame(line) ? ", in each of " : ", though not all of them in each of ") +
                countText(line.epochs, "epoch");
  if (remedy && remedy->sameShare < 1)
    found.why += "; the pairs are the same in " + percentText(remedy->sameShare) +
                 " of the epochs with operations";
  if (remedy && !remedy->partners.empty())
    found.why += "; " + remedy->partners;
  found.ranks = line.ranks;
  found.instances = line.epochs;
  found.places.push_back(
      {.role = "synchronization", .rank = first.target, .thread = 0, .context = first.context});
  if (fence)
    found.places.push_back(
        {.role = "epoch", .rank = first.target, .thread = 0, .context = first.opening});
  return found;
}

template <typename Sums> auto byIds(const Sums &sums) {
  std::vector<std::pair<typename Sums::key_type, typename Sums::mapped_type>> all(sums.begin(),
                                                                                  sums.end());
  std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<typename Sums::mapped_type> rows;
  for (const auto &[ids, row] : all)
    rows.push_back(row);
  return rows;
}

} // namespace

std::size_t Partners::Hash::operator()(const Ids &ids) const {
  return hashKey({KeyKind::Pscw, ids[0], ids[1], ids[2], ids[3]});
}

void Partners::addSync(const SyncRow &row) {
  Ids ids{row.context, row.opening, row.window, row.target};
  if (!lastSync || lastSync->first != ids) {
    auto [at, isNew] = syncSums.try_emplace(ids, row);
    lastSync = &*at;
    if (isNew)
      return;
  }
  SyncRow &sum = lastSync->second;
  sum.epochs += row.epochs;
  sum.pairs += row.pairs;
  sum.unneeded += row.unneeded;
}

void Partners::addPartner(const PartnerRow &row) {
  Ids ids{row.context, row.window, row.origin, row.target};
  if (!lastPartner || lastPartner->first != ids) {
    auto [at, isNew] = partnerSums.try_emplace(ids, row);
    lastPartner = &*at;
    if (isNew)
      return;
  }
  lastPartner->second.epochs += row.epochs;
}

std::vector<SyncRow> Partners::syncs() const { return byIds(syncSums); }

std::vector<PartnerRow> Partners::partners() const { return byIds(partnerSums); }

void reportUnneeded(Analysis &analysis, const Partners &mine,
                    const std::map<Site, PscwRemedy> &remedies) {
  const Definitions &definitions = analysis.definitions();
  std::vector<WaitRow> waits;
  for (const auto &[key, ticks] : analysis.results.severities)
    if (std::get<0>(key) == Metric::EarlyWait)
      waits.push_back({std::get<1>(key), std::get<2>(key), ticks});

  // Rows of one key may come from several owners of instances: add them up once more.
  Partners all;
  for (const auto &from : gather(analysis.comm, mine.syncs()))
    for (const SyncRow &row : from)
      all.addSync(row);
  for (const auto &from : gather(analysis.comm, mine.partners()))
    for (const PartnerRow &row : from)
      all.addPartner(row);
  Lines lines;
  for (const SyncRow &row : all.syncs())
    lines[definitions.site(row.context)].syncs.push_back(row);
  for (const PartnerRow &row : all.partners())
    lines[definitions.site(row.context)].partners.push_back(row);
  for (const auto &from : gather(analysis.comm, waits))
    for (const WaitRow &row : from)
      if (auto line = lines.find(definitions.site(row.context)); line != lines.end())
        line->second.waited += row.ticks;

  std::set<uint32_t> left = busyPairs(definitions, lines);
  for (auto &[site, line] : lines) {
    auto remedy = remedies.find(site);
    sum(line, left);
    // A fence that ends no epoch with operations is another finding's.
    bool matters =
        !line.origins.empty() || (line.usual && line.usual->opening == kNone &&
                                  double(line.waited) >= kLeastShare * double(analysis.runTicks));
    bool once = line.usual && line.usual->opening != kNone && line.repeats < kLeastFences;
    if (line.pairs && matters && !once &&
        double(line.unneeded) >= kLeastUnneeded * double(line.pairs))
      analysis.results.add(
          describe(definitions, line, remedy == remedies.end() ? nullptr : &remedy->second));
  }
}

} // namespace fencepost::analyzer
