//===- Text.cpp - the report for reading ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/TextParts.h"
#include "report/Writing.h"

#include <fmt/format.h>

namespace fencepost::driver {
namespace {

std::string header(const Results &results, const TextStyle &style) {
  std::string_view program = results.fact("program");
  std::string text = inked(style, Ink::Strong,
                           fmt::format("Fencepost {}{}{}", FENCEPOST_VERSION,
                                       program.empty() ? "" : ": ", printable(program))) +
                     "\n";
  std::string facts = counted(results.ranks, "rank") + ", " + counted(results.threads, "thread") +
                      ", " + quantity(results.seconds, "s");
  // Open MPI adds to its version who built it when.
  std::string_view mpi = results.fact("mpi");
  if (mpi = mpi.substr(0, mpi.find(',')); !mpi.empty())
    facts += fmt::format(", {}", mpi);
  facts += results.complete ? ", ran to its end" : ", ended early";
  return text + "  " + wrapped(facts, style.width, 2, 2);
}

std::string notes(const Results &results, const TextStyle &style) {
  std::string text;
  for (const std::string &note : results.notes)
    text += inked(style, Ink::Note, "note:") + " " + wrapped(note, style.width, 6, 6);
  return text.empty() ? "" : "\n" + text;
}

/// What the rules did; of rules that did nothing perhaps nobody knows any more.
std::string suppressions(const Results &results, const TextStyle &style) {
  std::string used, unused;
  for (const SuppressionRule &rule : results.suppressions)
    if (rule.findings > 0)
      used += fmt::format("{}{} by {}", used.empty() ? "" : ", ", rule.findings, rule.text);
    else
      unused += (unused.empty() ? "" : ", ") + rule.text;
  std::string text;
  if (!used.empty())
    text += "suppressed: " + wrapped(used, style.width, 12, 2);
  if (!unused.empty())
    text += "suppressions that matched nothing: " + wrapped(unused, style.width, 35, 2);
  return text.empty() ? "" : "\n" + text;
}

std::string totals(const Results &results, const ReportOptions &options) {
  int64_t counts[3] = {};
  int64_t suppressed = 0;
  for (const ReportedFinding &finding : results.findings)
    if (finding.suppressed)
      ++suppressed;
    else
      ++counts[static_cast<std::size_t>(finding.level)];
  std::string text = counted(counts[2], "error") + ", " + counted(counts[1], "warning") + ", " +
                     counted(counts[0], "note");
  if (suppressed > 0)
    text += fmt::format("; {} suppressed{}", suppressed,
                        options.showSuppressed ? "" : " (--show-suppressed)");
  if (results.baseline)
    text += fmt::format("; {} known from {}", results.baseline->known, results.baseline->file);
  Ink ink = counts[2] ? Ink::Error : counts[1] ? Ink::Warning : Ink::Strong;
  return "\n" + inked(options.style, ink, text) + "\n";
}

} // namespace

std::string renderText(const Results &results, const ReportOptions &options) {
  const TextStyle &style = options.style;
  return header(results, style) + notes(results, style) + textFindings(results, options) +
         textMetrics(results, style) + textUnneeded(results, style) + textOverTime(results, style) +
         textPredictions(results, style) + suppressions(results, style) +
         totals(results, options);
}

} // namespace fencepost::driver
