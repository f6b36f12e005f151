//===- Suppressions.cpp - findings that the user does not want to hear of ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Suppressions.h"

#include "analyzer/trace/Reader.h"

#include <algorithm>
#include <fstream>

namespace fencepost::analyzer {

namespace {

/// Whether `text` contains what the pattern says; `*` stands for anything.
bool contains(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  while (!pattern.empty()) {
    std::size_t star = pattern.find('*');
    std::string_view piece = pattern.substr(0, star);
    at = text.find(piece, at);
    if (at == std::string_view::npos)
      return false;
    at += piece.size();
    pattern.remove_prefix(star == std::string_view::npos ? pattern.size() : star + 1);
  }
  return true;
}

/// Whether the line has a comment that ignores the id: `fencepost-ignore: id, id`.
bool ignores(std::string_view line, std::string_view id) {
  std::size_t at = line.find(kIgnoreComment);
  if (at == std::string_view::npos)
    return false;
  std::string_view list = line.substr(at + kIgnoreComment.size());
  while (!list.empty()) {
    list.remove_prefix(std::min(list.find_first_not_of(", \t"), list.size()));
    std::size_t end = std::min(list.find_first_of(", \t*/"), list.size());
    if (list.substr(0, end) == id)
      return true;
    if (end == 0)
      return false;
    list.remove_prefix(end);
  }
  return false;
}

/// Whether the pattern says all of `text`.
bool isAll(std::string_view text, std::string_view pattern) {
  if (pattern.empty() || pattern.front() != '*')
    return pattern.empty() ? text.empty()
                           : !text.empty() && text.front() == pattern.front() &&
                                 isAll(text.substr(1), pattern.substr(1));
  for (std::size_t skipped = 0; skipped <= text.size(); ++skipped)
    if (isAll(text.substr(skipped), pattern.substr(1)))
      return true;
  return false;
}

/// Whether the id of a rule stands for that finding.
bool standsFor(std::string_view ruleId, FindingId id) {
  bool isRace =
      id == FindingId::LocalRace || id == FindingId::RemoteRace || id == FindingId::MixedAccumulate;
  return (isRace && ruleId == "race") || isAll(findingInfo(id).id, ruleId);
}

bool standsForAny(std::string_view ruleId) {
  for (std::size_t i = 0; i < kFindings.size(); ++i)
    if (standsFor(ruleId, static_cast<FindingId>(i)))
      return true;
  return false;
}

} // namespace

void Suppressions::load(const std::string &file) {
  std::ifstream in(file);
  if (!in)
    throw TraceError(file + ": no such suppressions file");
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number) {
    line.erase(std::min(line.find('#'), line.size()));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty())
      continue;
    std::size_t colon = line.find(':');
    std::string id = line.substr(0, colon);
    std::string pattern = colon == std::string::npos ? "" : line.substr(colon + 1);
    pattern.erase(0, std::min(pattern.find_first_not_of(" \t"), pattern.size()));
    if (pattern.empty() || !standsForAny(id))
      throw TraceError(
          file + ":" + std::to_string(number) + ": not a suppression: a line is " +
          "`id:pattern` with the id of a finding, such as `rma-remote-race:halo.c`, or "
          "`race:pattern`");
    rules_.push_back({id, pattern});
  }
}

std::optional<std::string> Suppressions::find(FindingId id, const std::vector<Site> &places,
                                              const std::vector<Site> &callers) {
  std::optional<std::string> by;
  for (const Site &site : places)
    for (uint32_t line : {site.line, site.line - 1})
      if (!by && site.line && ignores(sources_.line(site, line), findingInfo(id).id))
        by = "comment " + site.file + ":" + std::to_string(line);
  for (Rule &rule : rules_) {
    auto says = [&](const std::string &text) { return contains(text, rule.pattern); };
    bool matches = standsFor(rule.id, id) &&
                   (std::any_of(places.begin(), places.end(),
                                [&](const Site &site) {
                                  return says(site.file) || says(site.function) ||
                                         says(site.window) || says(site.call);
                                }) ||
                    std::any_of(callers.begin(), callers.end(), [&](const Site &site) {
                      return says(site.file) || says(site.function);
                    }));
    if (!matches)
      continue;
    ++rule.findings;
    if (!by)
      by = "rule " + rule.text();
  }
  return by;
}

} // namespace fencepost::analyzer
