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

Outcome outcomeOf(const Command &command, std::string what) {
  Progress progress(std::move(what));
  return runCommand(command);
}

/// Says what the tool said; an Error when it failed.
void judge(const Command &command, const Outcome &outcome) {
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

Command completion(const fs::path &trace, const fs::path &into) {
  std::vector<std::string> arguments = {internalTool("fencepost-complete").string(),
                                        trace.string()};
  if (!into.empty())
    arguments.insert(arguments.end(), {"--into", into.string()});
  Command command = serialCommand(arguments);
  command.captureErrors = true;
  return command;
}

/// Removed with what is in it.
class TemporaryDirectory {
public:
  TemporaryDirectory() = default;
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty())
      fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  /// Empty when there is none to be had.
  const fs::path &make() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "fencepost-XXXXXX").string();
    if (!error && mkdtemp(name.data()))
      path_ = name;
    return path_;
  }
  const fs::path &path() const { return path_; }

private:
  fs::path path_;
};

/// Where the trace's directory has no room or may not be written, the archive is made elsewhere,
/// for this analysis only.
void completeArchive(Trace &trace, TemporaryDirectory &elsewhere) {
  constexpr int kCannotWrite = 3; // fencepost-complete
  Command command = completion(trace.directory, {});
  Outcome outcome = outcomeOf(command, "completing the trace");
  fs::path made = trace.directory;
  if (outcome.status == kCannotWrite && !elsewhere.make().empty()) {
    Command again = completion(trace.directory, elsewhere.path());
    Outcome second = outcomeOf(again, "completing the trace elsewhere");
    if (second.status == 0) {
      fmt::print(stderr, "fencepost: {}; its journals are kept\n", ownWords(outcome.errors));
      outcome = second;
      made = elsewhere.path();
    }
  }
  judge(command, outcome);
  std::optional<Trace> completed = traceIn(made);
  if (!completed || completed->anchor.empty())
    fail("{}: the journals of this run could not be made an archive", trace.directory.string());
  trace.anchor = completed->anchor;
}

/// As many as were asked for, but none that has nothing to read. By default as many as there are
/// cores and ranks for. A second process costs a launcher and a transport's
/// start, 0.2 s here: as long as reading and analysing so many bytes takes (measured).
unsigned processesFor(const Trace &trace, unsigned asked) {
  constexpr std::uintmax_t kWorthAProcess = 32 << 20;
  TraceSize size = sizeOf(trace);
  if (asked)
    return std::min(asked, std::max(size.locations, 1u));
  std::uintmax_t worth = 1 + size.bytes / kWorthAProcess;
  return static_cast<unsigned>(std::min<std::uintmax_t>({availableCores(), size.ranks, worth}));
}

} // namespace

void checkReadable(const std::string &file) {
  if (!file.empty() && access(file.c_str(), R_OK) != 0)
    fail("{}: {}", file, std::strerror(errno));
}

fs::path analyse(Trace trace, const AnalysisOptions &options) {
  checkReadable(options.suppressions);
  TemporaryDirectory elsewhere;
  if (trace.unfinished)
    completeArchive(trace, elsewhere);

  fs::path output = options.output.empty() ? trace.directory / "results.sqlite" : options.output;
  unsigned processes = processesFor(trace, options.processes);
  std::vector<std::string> program = {internalTool("fencepost-analyze").string(), "-o",
                                      output.string()};
  if (!options.suppressions.empty())
    program.insert(program.end(), {"--suppressions", options.suppressions});
  if (!options.phase.empty())
    program.insert(program.end(), {"--phase", options.phase});
  if (!options.iterations.empty())
    program.push_back("--iterations=" + options.iterations);
  for (const std::string &change : options.whatIf)
    program.push_back("--what-if=" + change);
  program.push_back(trace.anchor.string());

  Command command = parallelCommand(program, processes);
  command.captureErrors = true;
  judge(command, outcomeOf(command, fmt::format("analysing the trace with {} process{}", processes,
                                                processes == 1 ? "" : "es")));
  return output;
}

} // namespace fencepost::driver
