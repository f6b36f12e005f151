//===- Report.cpp - the results as they are written ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Report.h"

#include "analyzer/results/Paths.h"
#include "analyzer/results/Text.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace fencepost::analyzer {

namespace {

std::string number(double value) {
  std::ostringstream text;
  text.precision(9);
  text << value;
  return text.str();
}

void describeRun(const Trace &trace, Report &report) {
  const Definitions &definitions = trace.definitions;
  uint64_t end = 0;
  report.begin = UINT64_MAX;
  std::size_t threads = 0;
  bool complete = definitions.property("FENCEPOST::COMPLETE") != "false";
  for (const RankRow &row : report.ranks) {
    if (row.end) // else the rank left no event
      report.begin = std::min(report.begin, row.begin);
    end = std::max(end, row.end);
    threads += row.threads;
    complete = complete && row.complete;
  }
  for (RankRow &row : report.ranks)
    if (!row.end)
      row.begin = row.end = std::min(report.begin, end);
  auto orElse = [&](const char *key, const std::string &other) {
    std::string value = definitions.property(key);
    return value.empty() ? other : value;
  };
  report.meta = {
      {"tool", FENCEPOST_VERSION},
      {"trace", trace.path},
      {"program", orElse("FENCEPOST::PROGRAM", "")},
      {"mpi", orElse("FENCEPOST::MPI", "")},
      {"ranks", std::to_string(definitions.ranks())},
      {"threads", std::to_string(threads)},
      {"seconds", number(definitions.seconds(end - std::min(end, report.begin)))},
      {"complete", complete ? "true" : "false"},
      {"access", orElse("FENCEPOST::ACCESS", "none")},
      {"producer", definitions.ours() ? "fencepost" : definitions.creator},
  };
}

/// Splits "a;b;c".
std::vector<std::string> list(const std::string &text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ';');)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

/// What other tools do not record.
void noteMissing(const Definitions &definitions, std::set<std::string> &notes) {
  if (definitions.ours())
    return;
  bool lines = false;
  for (uint32_t id = 0; id < definitions.contexts.end() && !lines; ++id)
    lines = definitions.contexts[id].line != 0;
  notes.insert("the archive is by " +
               (definitions.creator.empty() ? "an unknown tool" : definitions.creator) +
               ": it does not tell the accesses to memory, so that races are not looked for" +
               (lines ? "" : ", nor source lines"));
}

/// What the recorder had to say (docs/trace-format.md, archive properties).
void noteProperties(const Definitions &definitions, std::set<std::string> &notes) {
  for (const std::string &call : list(definitions.property("FENCEPOST::NOT_FOLLOWED"))) {
    std::size_t colon = call.find(':');
    if (colon == std::string::npos)
      continue;
    std::string count = call.substr(colon + 1);
    notes.insert(count + (count == "1" ? " call to " : " calls to ") + call.substr(0, colon) +
                 (count == "1" ? " was" : " were") + " not understood");
  }
  std::set<std::string> stopped; // their end is not the program's
  for (const std::string &lost : list(definitions.property("FENCEPOST::LOST"))) {
    std::size_t colon = std::min(lost.find(':'), lost.size());
    stopped.insert(lost.substr(0, colon));
    notes.insert("recording stopped early on rank " + lost.substr(0, colon) +
                 (colon < lost.size() ? ": " + lost.substr(colon + 1) : ""));
  }
  for (const std::string &ended : list(definitions.property("FENCEPOST::ENDED"))) {
    std::istringstream in(ended);
    std::string rank, seconds, calls;
    std::getline(in, rank, ':');
    std::getline(in, seconds, ':');
    std::getline(in, calls);
    if (stopped.contains(rank))
      continue;
    if (calls.empty() && std::strtod(seconds.c_str(), nullptr) == 0)
      notes.insert("rank " + rank + " left no record of what it did");
    else if (calls == "MPI_Finalize")
      notes.insert("rank " + rank + " entered MPI_Finalize but never left it");
    else
      notes.insert("rank " + rank + " ended without MPI_Finalize after " + seconds + " s" +
                   (calls.empty() ? ", outside of MPI" : ", inside " + calls));
  }
}

/// What stands on one line, if that is known, is one to races.
Site lineOf(const Site &site) {
  return site.line ? Site{.file = site.file, .directory = site.directory, .line = site.line} : site;
}

/// Findings are one for each pair of sites, and races for each pair of lines, whatever the call
/// paths; of two accesses either may come first.
std::vector<FindingRow> mergeBySite(const Definitions &definitions, Results &results) {
  std::map<std::tuple<FindingId, Site, Site>, FoundInstance> merged;
  for (auto &[key, found] : results.findings) {
    auto site = [&](std::size_t place) {
      return place < found.places.size() ? definitions.site(found.places[place].context) : Site{};
    };
    Site first = site(0), second = site(1);
    if (found.places.size() > 1 && found.places[0].role == found.places[1].role) {
      first = lineOf(first);
      second = lineOf(second);
      if (second < first)
        std::swap(first, second);
    }
    auto [at, isNew] = merged.try_emplace({found.id, first, second}, FoundInstance{});
    if (isNew)
      at->second = std::move(found);
    else
      mergeInstance(at->second, std::move(found));
  }
  // The worst first, then by place.
  auto level = [](const FindingRow &row) { return findingInfo(row.found.id).level; };
  auto first = [&](const FindingRow &row) {
    return row.found.places.empty() ? Site{} : definitions.site(row.found.places[0].context);
  };
  std::vector<FindingRow> rows;
  for (auto &[key, found] : merged)
    rows.push_back({std::move(found), {}, {}});
  std::stable_sort(rows.begin(), rows.end(), [&](const FindingRow &a, const FindingRow &b) {
    if (level(a) != level(b))
      return level(a) > level(b);
    Site one = first(a), two = first(b);
    return std::tie(one.file, one.line) < std::tie(two.file, two.line);
  });
  return rows;
}

/// Contexts that share a path add up, in integers, before anything becomes a number of seconds.
std::vector<SeverityRow> byPath(const Definitions &definitions, const Paths &paths,
                                const std::vector<Severity> &ofContexts) {
  Severities sums;
  uint32_t context = kNone;
  int64_t path = kNoRow;
  for (const Severity &row : ofContexts) {
    if (row.context != context)
      path = paths.path(context = row.context);
    sums.add(row.metric, static_cast<uint32_t>(path), row.rank, row.value);
  }
  std::vector<SeverityRow> rows;
  for (const Severity &sum : sums.rows())
    rows.push_back({sum.metric, static_cast<int32_t>(sum.context), sum.rank,
                    inSeconds(sum.metric) ? definitions.seconds(sum.value) : double(sum.value)});
  return rows;
}

/// The source line of a site, as it is now, without blanks around it.
std::string textOf(Sources &sources, const Site &site) {
  std::string_view line = sources.line(site, site.line);
  constexpr std::string_view kBlanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  line.remove_suffix(line.size() - (line.find_last_not_of(kBlanks) + 1));
  return std::string(line);
}

/// The frames that lead to a context, itself left out.
void addCallers(const Definitions &definitions, uint32_t context, std::vector<Site> &callers) {
  std::vector<uint32_t> frames = definitions.path(context);
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    const Context &frame = definitions.contexts[frames[i]];
    callers.push_back({.file = frame.file, .function = definitions.regions[frame.region].name});
  }
}

} // namespace

bool Report::hasErrors() const {
  return std::any_of(findings.begin(), findings.end(), [](const FindingRow &row) {
    return findingInfo(row.found.id).level == Level::Error && !row.suppressed;
  });
}

Report makeReport(const Trace &trace, Results results, std::vector<RankRow> ranks,
                  Suppressions &suppressions) {
  const Definitions &definitions = trace.definitions;
  Report report;
  report.ranks = std::move(ranks);
  std::sort(report.ranks.begin(), report.ranks.end(),
            [](const RankRow &a, const RankRow &b) { return a.rank < b.rank; });
  describeRun(trace, report);

  std::set<uint32_t> contexts;
  std::vector<Severity> severities = results.severities.rows();
  for (std::size_t i = 0; i < severities.size(); ++i)
    if (i == 0 || severities[i].context != severities[i - 1].context)
      contexts.insert(severities[i].context);
  for (const auto &[key, found] : results.findings)
    for (const PlaceOfFinding &place : found.places) {
      contexts.insert(place.context);
      contexts.insert(place.epoch);
    }
  for (const WaitInstance &wait : results.waits) {
    contexts.insert(wait.context);
    contexts.insert(wait.lateContext);
  }
  Paths paths(definitions, contexts, report);
  for (const WaitInstance &wait : results.waits)
    report.waits.push_back({wait, paths.path(wait.context), paths.path(wait.lateContext)});

  report.severities = byPath(definitions, paths, severities);
  report.findings = mergeBySite(definitions, results);
  for (FindingRow &row : report.findings) {
    std::vector<Site> sites, callers;
    for (const PlaceOfFinding &place : row.found.places) {
      row.places.push_back(
          {place, paths.site(place.context), paths.path(place.context), paths.site(place.epoch)});
      sites.push_back(definitions.site(place.context));
      addCallers(definitions, place.context, callers);
    }
    row.suppressed = suppressions.find(row.found.id, sites, callers);
  }
  report.suppressions = suppressions.rules();
  for (const Site &site : report.sites)
    report.siteTexts.push_back(textOf(suppressions.sources(), site));
  noteProperties(definitions, results.notes);
  noteMissing(definitions, results.notes);
  report.notes.assign(results.notes.begin(), results.notes.end());
  return report;
}

} // namespace fencepost::analyzer
