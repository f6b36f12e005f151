//===- Analysis.cpp - a trace becomes results -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"

#include "Error.h"
#include "Launcher.h"
#include "Paths.h"
#include "Progress.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sstream>

#include <unistd.h>

namespace fencepost::driver {

namespace fs = std::filesystem;

namespace {

/// What a failed tool of ours has to say, one line; every process of it may have said it, and the
/// launcher adds its own. Empty when it died without a word.
std::string ownWords(const std::string &errors) {
  std::istringstream lines(errors);
  constexpr std::string_view kPrefix = "fencepost";
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kPrefix)) {
      std::size_t colon = line.find(": ");
      return colon == std::string::npos ? line : line.substr(colon + 2);
    }
  return "";
}

void runTool(const Command &command, std::string what) {
  Outcome outcome;
  {
    Progress progress(std::move(what));
    outcome = runCommand(command);
  }
  if (outcome.status == 0) {
    fmt::print(stderr, "{}", outcome.errors);
    return;
  }
  if (std::string words = ownWords(outcome.errors); !words.empty())
    throw Error(words);
  if (outcome.signal == SIGINT || outcome.signal == SIGTERM)
    fail("the analysis was interrupted");
  fmt::print(stderr, "{}", outcome.errors);
  fail("{} ended with status {}", command.arguments[0], outcome.status);
}

void completeArchive(Trace &trace) {
  Command command =
      serialCommand({internalTool("fencepost-complete").string(), trace.directory.string()});
  command.captureErrors = true;
  runTool(command, "completing the trace");
  std::optional<Trace> completed = traceIn(trace.directory);
  if (!completed || completed->anchor.empty())
    fail("{}: the journals of this run could not be made an archive", trace.directory.string());
  trace.anchor = completed->anchor;
}

} // namespace

void checkReadable(const std::string &file) {
  if (!file.empty() && access(file.c_str(), R_OK) != 0)
    fail("{}: {}", file, std::strerror(errno));
}

fs::path analyse(Trace trace, const AnalysisOptions &options) {
  checkReadable(options.suppressions);
  if (trace.unfinished)
    completeArchive(trace);

  fs::path output = options.output.empty() ? trace.directory / "results.sqlite" : options.output;
  unsigned processes =
      options.processes ? options.processes : std::min(availableCores(), countRanks(trace));
  std::vector<std::string> program = {internalTool("fencepost-analyze").string(), "-o",
                                      output.string()};
  if (!options.suppressions.empty())
    program.insert(program.end(), {"--suppressions", options.suppressions});
  program.push_back(trace.anchor.string());

  Command command = parallelCommand(program, processes);
  command.captureErrors = true;
  runTool(command, fmt::format("analysing the trace with {} process{}", processes,
                               processes == 1 ? "" : "es"));
  return output;
}

} // namespace fencepost::driver
