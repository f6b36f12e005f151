//===- PscwRemedy.cpp - post/start/complete/wait instead of fences ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/PscwRemedy.h"

#include "analyzer/detectors/CallNames.h"
#include "analyzer/detectors/GroupCode.h"
#include "analyzer/detectors/PscwSketch.h"
#include "analyzer/errors/Call.h"
#include "analyzer/results/Text.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

constexpr double kLeastStable = 0.8; // of the epochs have the same pairs
constexpr double kMostOfPairs = 0.5; // communicate

/// The fences that windows have in common, and what becomes of each.
class Plan {
public:
  /// `names`: of groups, taken by other plans.
  Plan(const Definitions &definitions, const FenceLines::Lines &all, const WindowUse::Run &use,
       const std::vector<BarrierNote> &barriers, std::set<Site> members,
       std::set<std::string> &names)
      : definitions(definitions), all(all), use(use), barriers(barriers),
        members(std::move(members)), names(names) {}

  /// Adds what is known of each line that ends epochs with operations.
  void addTo(std::map<Site, PscwRemedy> &remedies);

private:
  const FenceLines::Line &line(const Site &site) const { return all.at(site); }
  std::string name(const Site &site) const { return callName(site, members); }
  void assignRoles();
  void collectPairs();
  // Why the fences are not to be replaced; "" where nothing is in the way.
  std::string useInTheWay() const;
  std::string rolesInTheWay() const;
  /// Whether a fence that is to end epochs sometimes ended none: the code must look.
  bool mayEndNone() const;
  std::string partnersInTheWay() const;
  void nameGroups();
  std::string code() const;
  void sketch(PscwRemedy &remedy) const;
  std::string windowAtItsCreation() const;
  std::string partnersOf(const Site &site) const;

  const Definitions &definitions;
  const FenceLines::Lines &all;
  const WindowUse::Run &use;
  const std::vector<BarrierNote> &barriers;
  std::set<Site> members;
  std::set<std::string> &names;
  std::set<Site> opens, closes;
  std::map<Site, PartnerSets> targets, origins; // of each line that opens epochs with operations
  std::vector<PartnerGroup> groups;
  std::map<Site, std::pair<std::string, std::string>> groupsOf; // targets, origins
};

/// An epoch that is ended by complete and wait must have been opened by post and start, used or
/// not.
void Plan::assignRoles() {
  for (bool changed = true; changed;) {
    std::size_t before = opens.size() + closes.size();
    for (const Site &site : members)
      for (const FenceStep &step : line(site).ended) {
        Site opening = definitions.site(step.opening);
        if (step.used || opens.count(opening))
          closes.insert(site);
        if (step.used || closes.count(site))
          opens.insert(opening);
      }
    changed = opens.size() + closes.size() != before;
  }
}

void Plan::collectPairs() {
  std::map<uint32_t, std::map<uint32_t, uint32_t>> local; // by communicator: world -> local
  for (const Site &site : members)
    for (const FencePair &pair : line(site).pairs) {
      uint32_t comm = definitions.windows[pair.window].comm;
      const Communicator &of = definitions.comms[comm];
      auto &ranks = local[comm];
      if (ranks.empty())
        for (uint32_t i = 0; i < of.ranks.size(); ++i)
          ranks[of.ranks[i]] = i;
      Site opening = definitions.site(pair.opening);
      PartnerSets &to = targets[opening], &from = origins[opening];
      std::size_t size = std::max<std::size_t>(to.size(), of.size());
      to.resize(size);
      from.resize(size);
      uint32_t origin = ranks[pair.origin], target = ranks[pair.target];
      include(to[origin], target);
      include(from[target], origin);
    }
}

std::string Plan::useInTheWay() const {
  if (std::string beside = use.besideFences(); !beside.empty())
    return beside;
  if (use.cutShort)
    return "the run did not come to its end";
  for (const BarrierNote &barrier : barriers)
    for (const Site &fence : barrier.fences)
      if (members.count(fence))
        return "without " + definitions.describe(barrier.context) + " " + name(fence) +
               " must stay a barrier";
  std::set<std::size_t> sizes;
  for (const Site &site : members) {
    if (!site.line && definitions.ours())
      return "the archive does not tell the lines of the fences";
    for (uint32_t window : line(site).windows) {
      sizes.insert(definitions.windowComm(window).size());
      if (use.pairwise.count(window))
        return "the window has epochs of post/start/complete/wait, too";
    }
  }
  return sizes.size() > 1 && definitions.ours()
             ? "the windows of these fences have different numbers of ranks"
             : "";
}

bool Plan::mayEndNone() const {
  return std::any_of(closes.begin(), closes.end(),
                     [&](const Site &site) { return line(site).sum.unopened; });
}

std::string Plan::rolesInTheWay() const {
  for (const Site &site : members)
    if (line(site).sum.scattered)
      return "some ranks call " + name(site) + " where others call another fence";
  std::set<uint32_t> windows, left; // all, and those whose last fence begins an epoch
  std::set<std::string> spelled;
  for (const Site &site : opens) {
    const FenceLines::Line &of = line(site);
    if (of.sum.unended)
      return "MPI_MODE_NOPRECEDE follows epochs that " + name(site) + " began";
    if (of.sum.given & kNoSucceed)
      return name(site) + " begins an epoch, but not every time it is called";
    left.insert(of.lastWindows.begin(), of.lastWindows.end());
  }
  for (const Site &site : members) {
    windows.insert(line(site).windows.begin(), line(site).windows.end());
    spelled.insert(site.window);
  }
  for (const Site &site : closes)
    if (line(site).sum.unopened && windows.size() > 1)
      return name(site) + " ends epochs of several windows, but not every time it is called";
  if (!left.empty() && (left != windows || spelled.size() > 1))
    return "of several windows some are left with an epoch that the last fence began";
  return "";
}

std::string Plan::partnersInTheWay() const {
  for (const Site &site : closes)
    if (double same = line(site).sameShare(); line(site).sum.used && same < kLeastStable)
      return "the partners change: no pairs are those of more than " + percentText(same) +
             " of the epochs with operations that " + name(site) + " ends";
  for (const auto &[site, sets] : targets) {
    std::size_t pairs = pairsOf(sets);
    if (double(pairs) > kMostOfPairs * double(sets.size() * (sets.size() - 1)))
      return "over the run " + std::to_string(pairs) + " of " +
             std::to_string(sets.size() * (sets.size() - 1)) +
             " pairs of ranks communicate in the epochs that " + name(site) + " begins";
  }
  for (const auto &sets : {targets, origins})
    for (const auto &[site, of] : sets)
      if (!hasGroupCode(of))
        return "no expression over the ranks gives these partners";
  return "";
}

void Plan::nameGroups() {
  auto nameOf = [&](const std::string &name, const PartnerSets &sets) {
    for (const PartnerGroup &group : groups)
      if (group.sets == sets)
        return group.name;
    std::string own = "fp_" + name;
    for (int count = 2; !names.insert(own).second; ++count)
      own = "fp_" + name + std::to_string(count);
    groups.push_back({own, sets});
    return own;
  };
  for (const auto &[site, to] : targets) {
    const PartnerSets &from = origins[site];
    groupsOf[site] = {nameOf(to == from ? "neighbours" : "targets", to),
                      nameOf(to == from ? "neighbours" : "origins", from)};
  }
}

std::string windowOf(const Site &site) { return site.window.empty() ? "win" : site.window; }

/// A fence may be in a function that knows the window by another name.
std::string Plan::windowAtItsCreation() const {
  const Site &site = targets.begin()->first;
  auto made = use.made.find(*line(site).windows.begin());
  std::string window = made == use.made.end() ? "" : definitions.site(made->second).window;
  return window.empty() ? windowOf(site) : window;
}

std::string Plan::code() const {
  bool looks = mayEndNone();
  std::string code = groupCode(groups, windowAtItsCreation()), after;
  if (looks)
    code += "int fp_opened = 0; // whether there is an epoch to end\n";
  for (const Site &site : members) {
    std::string window = windowOf(site);
    bool opening = opens.count(site), closing = closes.count(site);
    const std::string end = "MPI_Win_complete(" + window + ");\nMPI_Win_wait(" + window + ");\n";
    code +=
        (opening || closing ? "\n// instead of " : "\n// no longer needed: ") + name(site) + "\n";
    if (closing)
      code += line(site).sum.unopened ? "if (fp_opened) {\n" + end + "}\n" : end;
    if (looks && (opening || closing))
      code += opening ? "fp_opened = 1;\n" : "fp_opened = 0;\n";
    if (!opening)
      continue;
    // Where an epoch without operations must be opened, any groups will do.
    auto own = groupsOf.find(site);
    const auto &[to, from] = own == groupsOf.end() ? groupsOf.begin()->second : own->second;
    code += "MPI_Win_post(" + from + ", 0, " + window + ");\nMPI_Win_start(" + to + ", 0, " +
            window + ");\n";
    if (!line(site).lastWindows.empty())
      after += end;
  }
  code += "\n// before the window is freed\n" + after;
  for (const PartnerGroup &group : groups)
    code += "MPI_Group_free(&" + group.name + ");\n";
  return code;
}

std::string Plan::partnersOf(const Site &site) const {
  const PartnerSets *to = nullptr, *from = nullptr;
  for (const FenceStep &step : line(site).ended) {
    Site opening = definitions.site(step.opening);
    auto found = targets.find(opening);
    if (found == targets.end())
      continue;
    if (to && *to != found->second)
      return "";
    to = &found->second;
    from = &origins.at(opening);
  }
  if (!to)
    return "";
  auto partners = findFormula(*to), sources = findFormula(*from);
  uint32_t size = static_cast<uint32_t>(to->size());
  if (!partners || !sources)
    return "";
  if (*to == *from)
    return "the partners of each rank are " + partners->text(size);
  return "the targets of each rank are " + partners->text(size) + "; its origins " +
         sources->text(size);
}

/// Their lines are not known: those of all windows may be one.
void Plan::sketch(PscwRemedy &remedy) const {
  remedy.isSketch = true;
  remedy.without = useInTheWay();
  for (const Site &site : members) {
    if (remedy.without.empty() && line(site).sameShare() < kLeastStable)
      remedy.without = "the partners change: no pairs are those of more than " +
                       percentText(line(site).sameShare()) + " of the epochs with operations";
    if (remedy.without.empty())
      remedy.code += pscwSketch(definitions, line(site), kMostOfPairs);
  }
  if (remedy.without.empty() && remedy.code.empty())
    remedy.without =
        "in each window most pairs of ranks communicate at some time, or no expression "
        "over the ranks gives the partners";
}

void Plan::addTo(std::map<Site, PscwRemedy> &remedies) {
  assignRoles();
  collectPairs();
  if (targets.empty())
    return;
  PscwRemedy remedy;
  if (!definitions.ours()) {
    sketch(remedy);
  } else {
    for (auto inTheWay : {&Plan::useInTheWay, &Plan::rolesInTheWay, &Plan::partnersInTheWay})
      if (remedy.without.empty())
        remedy.without = (this->*inTheWay)();
    if (remedy.without.empty()) {
      nameGroups();
      remedy.code = code();
    }
  }
  for (const Site &site : closes) {
    const std::vector<FenceStep> &ended = line(site).ended;
    if (std::none_of(ended.begin(), ended.end(), [](const FenceStep &step) { return step.used; }))
      continue;
    PscwRemedy of = remedy;
    // Those who are in a fence together are told together only where they call it at one line.
    if (!line(site).sum.scattered) {
      of.sameShare = line(site).sameShare();
      of.partners = partnersOf(site);
    }
    remedies[site] = of;
  }
}

} // namespace

std::map<Site, PscwRemedy> pscwRemedies(const Definitions &definitions,
                                        const FenceLines::Lines &lines, const WindowUse::Run &use,
                                        const std::vector<BarrierNote> &barriers) {
  std::map<uint32_t, std::set<Site>> byWindow;
  for (const auto &[site, line] : lines)
    for (uint32_t window : line.windows)
      byWindow[window].insert(site);
  std::map<Site, PscwRemedy> remedies;
  std::set<Site> planned;
  std::set<std::string> names;
  for (const auto &[site, line] : lines) {
    if (planned.count(site))
      continue;
    std::set<Site> members, next{site}; // that windows have in common, one by one
    while (!next.empty()) {
      Site one = *next.begin();
      next.erase(next.begin());
      if (!members.insert(one).second)
        continue;
      for (uint32_t window : lines.at(one).windows)
        for (const Site &other : byWindow[window])
          if (!members.count(other))
            next.insert(other);
    }
    planned.insert(members.begin(), members.end());
    Plan(definitions, lines, use, barriers, members, names).addTo(remedies);
  }
  return remedies;
}

} // namespace fencepost::analyzer
