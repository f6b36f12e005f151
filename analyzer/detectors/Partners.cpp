//===- Partners.cpp - who communicated with whom in the epochs of a source line ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Partners.h"

#include "analyzer/detectors/CallNames.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/results/Text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fencepost::analyzer {

namespace {

constexpr double kLeastUnneeded = 0.5;
constexpr double kMostPairs = 0.7; // of all pairs of ranks, that communicate over the run
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
  std::map<uint32_t, std::set<uint32_t>> silent; // origins of a target's groups that never do
  bool isFence() const { return usual && usual->opening != kNone; }
};

using Lines = std::map<Site, Line>;

/// Windows that need no advice: two ranks that both communicate, with a fence or without.
std::set<uint32_t> busyPairs(const Definitions &definitions, const Lines &lines) {
  std::map<uint32_t, std::set<uint32_t>> active; // origins by window
  for (const auto &[site, line] : lines)
    for (const PartnerRow &row : line.partners)
      if (row.epochs)
        active[row.window].insert({row.origin, row.target});
  std::set<uint32_t> windows;
  for (const auto &[window, ranks] : active)
    if (definitions.windowComm(window).size() <= 2 && ranks.size() == 2)
      windows.insert(window);
  return windows;
}

/// Window, origin, target.
using Pair = std::array<uint32_t, 3>;

std::set<Pair> communicating(const Lines &lines) {
  std::set<Pair> pairs;
  for (const auto &[site, line] : lines)
    for (const PartnerRow &row : line.partners)
      if (row.epochs)
        pairs.insert({row.window, row.origin, row.target});
  return pairs;
}

/// Whether so many pairs communicate, at one time or another, that groups would save little.
bool mostCommunicate(const Definitions &definitions, const Line &line) {
  std::map<uint32_t, std::size_t> pairs;
  for (const PartnerRow &row : line.partners)
    pairs[row.window] += row.epochs != 0;
  return !pairs.empty() && std::all_of(pairs.begin(), pairs.end(), [&](const auto &of) {
    double ranks = definitions.windowComm(of.first).size();
    return double(of.second) > kMostPairs * ranks * (ranks - 1);
  });
}

void sum(Line &line, const std::set<uint32_t> &left, const std::set<Pair> &active) {
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
  if (!line.isFence())
    line.unneeded = 0;
  for (const PartnerRow &row : line.partners) {
    if (left.count(row.window))
      continue;
    if (row.epochs) {
      line.origins[row.target].insert(row.origin);
      line.targets[row.origin].insert(row.target);
    } else if (!active.count({row.window, row.origin, row.target})) {
      line.silent[row.target].insert(row.origin);
      line.unneeded += row.named;
    }
  }
}

/// Whether every pair that communicates does so in each epoch of the target, of all windows.
bool alwaysTheSame(const Line &line) {
  std::map<uint32_t, uint64_t> epochs;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> used;
  for (const SyncRow &row : line.syncs)
    epochs[row.target] += row.epochs;
  for (const PartnerRow &row : line.partners)
    if (row.epochs)
      used[{row.origin, row.target}] += row.epochs;
  return std::all_of(used.begin(), used.end(),
                     [&](const auto &of) { return of.second == epochs[of.first.second]; });
}

std::string setText(const std::set<uint32_t> &ranks) {
  std::string text;
  for (uint32_t rank : ranks)
    text += (text.empty() ? "" : ", ") + std::to_string(rank);
  return "{" + text + "}";
}

/// "rank 0 from ranks 1, 2; rank 1 from rank 2".
std::string partnersText(const std::map<uint32_t, std::set<uint32_t>> &partners, const char *from) {
  std::string text;
  std::size_t told = 0;
  for (const auto &[target, origins] : partners) {
    if (told++ == kRanksTold)
      return text + "; and " + std::to_string(partners.size() - kRanksTold) + " more";
    text += (text.empty() ? "" : "; ") + std::string("rank ") + std::to_string(target) + from +
            ranksText(origins);
  }
  return text;
}

/// Whether the ranks of the window's communicator are those of MPI_COMM_WORLD.
bool isWorld(const Communicator &comm) {
  for (uint32_t rank = 0; rank < comm.ranks.size(); ++rank)
    if (comm.ranks[rank] != rank)
      return false;
  return true;
}

std::string fenceAdvice(const Definitions &definitions, const Line &line, const std::string &call) {
  Site closing = definitions.site(line.usual->context),
       opening = definitions.site(line.usual->opening);
  std::string opens = callName(opening, {opening, closing});
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
  std::string whose =
      " (the groups are those of rank " + std::to_string(rank) +
      (isWorld(definitions.windowComm(line.usual->window)) ? ")"
                                                           : "; all are ranks of MPI_COMM_WORLD)");
  if (opening == closing)
    return "instead of " + call + ", end the epoch by " + end + " and open the next one by " +
           instead + whose;
  return "replace " + opens + " by " + instead + ", and " + call + " by " + end + whose;
}

constexpr const char *kSketchAdvice =
    "post/start/complete/wait between the ranks that communicate would let the others go on. The "
    "archive does not tell the lines of the fences, their assertions, whether windows have memory "
    "in "
    "common, nor whether messages are received from any source: if none of this needs the fences, "
    "every call of one plays the same part each time, and nothing else relies on them as barriers, "
    "then with the partners of this run:\n";

/// The code that does what the advice says.
std::string codeText(const Definitions &definitions, const Line &line, const PscwRemedy &remedy) {
  return "; with the partners that these " +
         std::to_string(definitions.windowComm(line.usual->window).size()) +
         " ranks had in this run, and unless something else relies on the fences as barriers:\n" +
         remedy.code;
}

FoundInstance describe(const Definitions &definitions, const Line &line, const PscwRemedy *remedy) {
  FoundInstance found{.id = FindingId::UnneededSync};
  const SyncRow &first = *line.usual;
  bool fence = line.isFence();
  Site closing = definitions.site(first.context);
  std::string call = fence ? callName(closing, {closing, definitions.site(first.opening)})
                           : definitions.describe(first.context);
  std::string share = percentText(double(line.unneeded) / double(line.pairs));
  if (fence) {
    found.message = call + " synchronizes all " +
                    std::to_string(definitions.windowComm(first.window).size()) +
                    " ranks of the window, but " + share + " of the pairs exchange nothing (" +
                    std::to_string(line.unneeded) + " of " + std::to_string(line.pairs) + ")";
    if (remedy && !remedy->code.empty() && remedy->isSketch)
      found.advice = kSketchAdvice + remedy->code;
    else if (remedy && !remedy->code.empty())
      found.advice = fenceAdvice(definitions, line, call) + codeText(definitions, line, *remedy);
    else
      found.advice = "post/start/complete/wait between the ranks that communicate would let the "
                     "others go on, but the fences cannot simply be replaced: " +
                     (remedy ? remedy->without : "their epochs are not all known");
  } else {
    found.message = call + " waits for origins of which " + share +
                    " never make an operation on the target (" + std::to_string(line.unneeded) +
                    " of " + std::to_string(line.pairs) + ")";
    found.advice = "if that is so in every run, and nothing else relies on their order, leave "
                   "these ranks out of the groups of MPI_Win_post, and the targets out of theirs "
                   "of MPI_Win_start";
    found.why = partnersText(line.silent, " waits for ") + " without need; ";
  }
  if (line.origins.empty())
    found.why += "no operation was made in any of its " + countText(line.epochs, "epoch");
  else
    found.why += "operations reach " + partnersText(line.origins, " from ") +
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
  lastPartner->second.named += row.named;
}

std::vector<SyncRow> Partners::syncs() const { return byIds(syncSums); }

std::vector<PartnerRow> Partners::partners() const { return byIds(partnerSums); }

void reportUnneeded(Analysis &analysis, const Partners &mine,
                    const std::map<Site, PscwRemedy> &remedies, const WindowUse::Run &use) {
  const Definitions &definitions = analysis.definitions();
  std::vector<WaitRow> waits;
  for (const Severity &of : analysis.results.severities.of(Metric::EarlyWait))
    waits.push_back({of.context, of.rank, of.value});

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
  std::set<Pair> active = communicating(lines);
  for (auto &[site, line] : lines) {
    auto remedy = remedies.find(site);
    sum(line, left, active);
    if (!line.pairs)
      continue;
    // A fence that ends no epoch with operations is another finding's. The order that post, start,
    // complete and wait give may be what they are for.
    bool matters = line.isFence()
                       ? !line.origins.empty() && line.repeats >= kLeastFences &&
                             !mostCommunicate(definitions, line)
                       : use.besideFences().empty() &&
                             (!line.origins.empty() ||
                              double(line.waited) >= kLeastShare * double(analysis.runTicks));
    if (matters && double(line.unneeded) >= kLeastUnneeded * double(line.pairs))
      analysis.results.add(
          describe(definitions, line, remedy == remedies.end() ? nullptr : &remedy->second));
  }
}

} // namespace fencepost::analyzer
