//===- Baseline.cpp - what an earlier run found already -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "results/Baseline.h"

#include <algorithm>
#include <filesystem>

namespace fencepost::driver {

namespace {

/// As the compiler was given it, wherever the project lies now.
std::string fileOf(const SourceSite &site) {
  std::filesystem::path file = std::filesystem::path(site.file).lexically_normal();
  if (file.is_relative() || site.directory.empty())
    return file.string();
  std::filesystem::path inside = file.lexically_relative(site.directory);
  return inside.empty() || *inside.begin() == ".." ? file.string() : inside.string();
}

/// Without blanks: a line that is only formatted anew stays the same.
std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
  return text;
}

bool isSame(const FindingPlace &a, const FindingPlace &b) {
  const SourceSite &one = a.site, &two = b.site;
  if (a.kind != b.kind || one.function != two.function || one.call != two.call ||
      fileOf(one) != fileOf(two))
    return false;
  if (one.text.empty() || two.text.empty()) // the source was not there
    return one.window == two.window && one.expression == two.expression;
  return withoutBlanks(one.text) == withoutBlanks(two.text);
}

/// How many of the places say which finding it is.
std::size_t tellingPlaces(const ReportedFinding &finding) {
  return std::min<std::size_t>(finding.places.size(), finding.level == Level::Note ? 1 : 2);
}

bool isSame(const ReportedFinding &a, const ReportedFinding &b) {
  std::size_t count = tellingPlaces(a);
  if (a.id != b.id || count != tellingPlaces(b))
    return false;
  auto same = [&](std::size_t one, std::size_t two) {
    return isSame(a.places[one], b.places[two]);
  };
  if (count < 2)
    return count == 0 || same(0, 0);
  return (same(0, 0) && same(1, 1)) || (same(0, 1) && same(1, 0));
}

bool hasSameLines(const ReportedFinding &a, const ReportedFinding &b) {
  for (std::size_t i = 0; i < tellingPlaces(a); ++i)
    if (a.places[i].site.line != b.places[i].site.line)
      return false;
  return true;
}

} // namespace

void leaveOutKnown(Results &results, const Results &known) {
  std::vector<bool> isKnown(results.findings.size()), isUsed(known.findings.size());
  // Findings that did not move at all take theirs first.
  for (bool moved : {false, true})
    for (std::size_t i = 0; i < results.findings.size(); ++i)
      for (std::size_t j = 0; j < known.findings.size() && !isKnown[i]; ++j) {
        const ReportedFinding &now = results.findings[i], &then = known.findings[j];
        if (!isUsed[j] && isSame(now, then) && (moved || hasSameLines(now, then)))
          isKnown[i] = isUsed[j] = true;
      }
  std::vector<ReportedFinding> fresh;
  int64_t count = 0;
  for (std::size_t i = 0; i < results.findings.size(); ++i) {
    ReportedFinding &finding = results.findings[i];
    if (!isKnown[i] || finding.suppressed)
      fresh.push_back(std::move(finding));
    else
      ++count;
  }
  results.findings = std::move(fresh);
  results.baseline = {known.file, count};
}

} // namespace fencepost::driver
