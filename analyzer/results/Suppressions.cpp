//===- Suppressions.cpp - findings that the user does not want to hear of ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Suppressions.h"

#include "analyzer/trace/Reader.h"

#include <filesystem>
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
    if (colon == std::string::npos || (id != "*" && !findFinding(id)))
      throw TraceError(file + ":" + std::to_string(number) + ": not a suppression: a line is " +
                       "`id:pattern` with the id of a finding, such as `rma-remote-race:halo.c`");
    rules.push_back({id, line.substr(colon + 1)});
  }
}

const std::vector<std::string> &Suppressions::source(const Site &site) {
  namespace fs = std::filesystem;
  auto [found, isNew] = sources.try_emplace(site.directory + "\n" + site.file);
  if (!isNew)
    return found->second;
  for (const fs::path &path : {fs::path(site.directory) / site.file, fs::path(site.file)})
    if (std::ifstream in(path); in && fs::is_regular_file(path)) {
      for (std::string line; std::getline(in, line);)
        found->second.push_back(line);
      break;
    }
  return found->second;
}

std::optional<std::string> Suppressions::find(FindingId id, const std::vector<Site> &places) {
  std::string_view name = findingInfo(id).id;
  for (const Site &site : places) {
    if (site.file.empty() || !site.line)
      continue;
    const std::vector<std::string> &lines = source(site);
    for (uint32_t line : {site.line, site.line - 1})
      if (line >= 1 && line <= lines.size() && ignores(lines[line - 1], name))
        return "comment " + site.file + ":" + std::to_string(line);
  }
  for (const Rule &rule : rules)
    if (rule.id == "*" || rule.id == name)
      for (const Site &site : places)
        for (const std::string *text : {&site.file, &site.function, &site.window, &site.call})
          if (contains(*text, rule.pattern))
            return "rule " + rule.id + ":" + rule.pattern;
  return std::nullopt;
}

} // namespace fencepost::analyzer
