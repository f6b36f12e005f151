//===- TextFindings.cpp - findings in the text report ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Excerpt.h"
#include "report/TextParts.h"
#include "report/Writing.h"

#include <fmt/format.h>

#include <set>

namespace fencepost::driver {
namespace {

Ink inkOf(Level level) {
  return level == Level::Error ? Ink::Error : level == Level::Warning ? Ink::Warning : Ink::Note;
}

std::string location(const SourceSite &site) {
  if (site.file.empty())
    return "(unknown place)";
  std::string text = printable(site.file);
  if (site.line > 0)
    text += fmt::format(":{}", site.line);
  if (site.line > 0 && site.column > 0)
    text += fmt::format(":{}", site.column);
  return text;
}

/// "put by rank 0 in exchange, path main:12 > exchange:59"; "by rank 0, thread 1" where ranks have
/// several.
std::string circumstances(const FindingPlace &place, bool threads) {
  std::string text = place.kind.empty() ? place.role : place.kind;
  if (place.rank)
    text += fmt::format(" by rank {}", *place.rank);
  if (place.rank && place.thread && threads)
    text += fmt::format(", thread {},", *place.thread);
  if (!place.site.function.empty())
    text += " in " + place.site.function;
  if (place.path.size() > 1)
    text += fmt::format(", path {}", fmt::join(place.path, " > "));
  return text;
}

/// "byte 3", "bytes 0 to 63", "bytes 8 to 15 (element 1)"
std::string range(const FindingPlace &place) {
  int64_t begin = *place.rangeBegin, end = *place.rangeEnd;
  std::string text = end - begin == 1 ? fmt::format("byte {}", begin)
                                      : fmt::format("bytes {} to {}", begin, end - 1);
  if (auto elements = elementsOf(place)) {
    auto [first, last] = *elements;
    text += last - first == 1 ? fmt::format(" (element {})", first)
                              : fmt::format(" (elements {} to {})", first, last - 1);
  }
  return text;
}

/// "in the epoch opened by MPI_Win_lock at line 50", with the file where it is another one.
std::string epoch(const FindingPlace &place) {
  const SourceSite &opened = *place.epoch;
  std::string text = "in the epoch opened by " + opened.call;
  if (opened.line > 0 && opened.file == place.site.file)
    text += fmt::format(" at line {}", opened.line);
  else if (opened.line > 0)
    text += fmt::format(" at {}:{}", opened.file, opened.line);
  return text;
}

/// "MPI_Put of edge, window halo_win, target 1, bytes 0 to 63, in the epoch opened by MPI_Win_fence
/// at line 50"
std::string object(const FindingPlace &place) {
  std::vector<std::string> parts;
  const SourceSite &site = place.site;
  if (!site.call.empty())
    parts.push_back(site.expression.empty() ? site.call : site.call + " of " + site.expression);
  else if (!site.expression.empty())
    parts.push_back(site.expression);
  if (!site.window.empty())
    parts.push_back("window " + site.window);
  if (place.target)
    parts.push_back(fmt::format("target {}", *place.target));
  if (place.rangeBegin && place.rangeEnd && *place.rangeEnd > *place.rangeBegin)
    parts.push_back(range(place));
  if (place.epoch && !place.epoch->call.empty())
    parts.push_back(epoch(place));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string placeText(const FindingPlace &place, std::string_view excerpt, bool threads,
                      const TextStyle &style) {
  std::string where = location(place.site);
  std::string text = "\n  " + inked(style, Ink::Strong, where + ":") + " " +
                     wrapped(circumstances(place, threads), style.width,
                             static_cast<unsigned>(columnsOf(where)) + 4, 6);
  if (std::string what = object(place); !what.empty())
    text += "      " + wrapped(what, style.width, 6, 6);
  return text + std::string(excerpt);
}

/// The first line of the body is a paragraph, the others are code.
std::string labelled(std::string_view label, std::string_view body, const TextStyle &style) {
  if (body.empty())
    return "";
  auto column = static_cast<unsigned>(label.size()) + 3;
  std::size_t end = std::min(body.find('\n'), body.size());
  std::string text = "  " + inked(style, Ink::Label, label) + " " +
                     wrapped(body.substr(0, end), style.width, column, 10);
  for (std::size_t begin = end + 1; begin < body.size(); begin = end + 1) {
    end = std::min(body.find('\n', begin), body.size());
    std::string line = printable(body.substr(begin, end - begin));
    text += (line.empty() ? "" : std::string(10, ' ')) + line + "\n";
  }
  return text;
}

std::string findingText(const ReportedFinding &finding, Excerpts &excerpts, bool threads,
                        const TextStyle &style) {
  std::optional<FindingId> known = findFinding(finding.id);
  std::string title = known ? std::string(findingInfo(*known).title) : finding.message;
  std::string_view level = levelName(finding.level);
  std::string text =
      "\n" + inked(style, inkOf(finding.level), fmt::format("{}:", level)) + " " +
      inked(style, Ink::Strong, fmt::format("{} [{}]", printable(title), printable(finding.id))) +
      "\n";
  if (title != finding.message)
    text += "  " + wrapped(finding.message, style.width, 2, 2);
  if (finding.suppressed)
    text += "  " + wrapped("suppressed by " + *finding.suppressed, style.width, 2, 2);
  std::set<std::string> shown; // a line once
  for (const FindingPlace &place : finding.places) {
    std::string excerpt = excerpts.of(place.site, style);
    text += placeText(place, shown.insert(excerpt).second ? excerpt : "", threads, style);
  }
  text += "\n";
  text += labelled("why:   ", finding.why, style);
  text += labelled("advice:", finding.advice, style);
  std::string seen = counted(finding.instances, "time");
  if (!finding.ranks.empty())
    seen += fmt::format(", {} {}", finding.ranks.size() == 1 ? "rank" : "ranks",
                        numberList(finding.ranks));
  return text + labelled("seen:  ", seen, style);
}

} // namespace

std::string textFindings(const Results &results, const ReportOptions &options) {
  Excerpts excerpts;
  std::string text;
  uint64_t count = 0;
  for (const ReportedFinding &finding : results.findings)
    if ((!finding.suppressed || options.showSuppressed) &&
        (++count <= options.most || options.most == 0))
      text += findingText(finding, excerpts, results.threads > results.ranks, options.style);
  if (options.most != 0 && count > options.most)
    text += "\n" + counted(static_cast<int64_t>(count - options.most), "more finding") +
            " (--most=0 shows all)\n";
  return text;
}

} // namespace fencepost::driver
