//===- Main.cpp - fencepost-analyze --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a trace, runs the detectors and writes the results; any number of
// processes share the trace's ranks. `fencepost analyze` launches it.
//
//===----------------------------------------------------------------------===//

#include "analyzer/Analysis.h"
#include "analyzer/clock/LogicalClock.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/errors/Errors.h"
#include "analyzer/iterations/Candidates.h"
#include "analyzer/iterations/Iterations.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/results/Database.h"
#include "analyzer/results/Gather.h"
#include "analyzer/whatif/WhatIf.h"
#include "commandline/EmptyValues.h"

#ifdef FENCEPOST_HAVE_RACES
#include "analyzer/races/Races.h"
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

namespace {

using namespace fencepost::analyzer;

enum Status { kClean = 0, kFindings = 1, kBadInput = 2 };

struct Options {
  std::string trace;
  std::string output = "results.sqlite";
  std::string suppressions;
  std::vector<std::string> whatIf;
  bool exitStatus = false;
  uint64_t phase = 100'000;
  std::string iterations; // "auto", FILE:LINE or nothing
};

/// Runs `step` on every process; when it throws on any, process 0 tells what the lowest of them
/// said and all return false. Collective.
template <typename Step> bool together(MPI_Comm comm, Step step) {
  std::string error;
  try {
    step();
  } catch (const std::exception &failure) {
    error = failure.what();
  }
  std::vector<char> text(error.begin(), error.end());
  for (const std::vector<char> &from : allGather(comm, text)) {
    if (from.empty())
      continue;
    int process;
    MPI_Comm_rank(comm, &process);
    if (process == 0)
      std::fprintf(stderr, "fencepost-analyze: %.*s\n", static_cast<int>(from.size()), from.data());
    return false;
  }
  return true;
}

std::vector<RankRow> rankRows(const Trace &trace) {
  std::vector<RankRow> rows;
  for (const LocationTrace &location : trace.locations) {
    if (rows.empty() || rows.back().rank != location.rank)
      rows.push_back({location.rank, 0, UINT64_MAX, 0, true});
    RankRow &row = rows.back();
    ++row.threads;
    if (location.end) // else the thread left no event
      row.begin = std::min(row.begin, location.begin);
    row.end = std::max(row.end, location.end);
    row.complete = row.complete && location.complete;
  }
  return rows;
}

/// Adds what one more phase tells; all have the same ranks.
void addPhase(const std::vector<RankRow> &phase, std::vector<RankRow> &run) {
  if (run.empty())
    run = phase;
  for (std::size_t i = 0; i < run.size(); ++i) {
    run[i].begin = std::min(run[i].begin, phase[i].begin);
    run[i].end = std::max(run[i].end, phase[i].end);
    run[i].complete = phase[i].complete;
  }
}

/// Those that the run was started with.
void loadSuppressionsOf(Trace &trace, Suppressions &suppressions) {
  std::string file = trace.definitions.property("FENCEPOST::SUPPRESSIONS");
  std::error_code error;
  if (file.empty())
    return;
  if (std::filesystem::is_regular_file(file, error))
    suppressions.load(file);
  else
    trace.notes.push_back("the suppressions file of the run, " + file + ", is not there any more");
}

std::vector<std::unique_ptr<Detector>> makeAll() {
  std::vector<std::unique_ptr<Detector>> all = makeDetectors();
  all.push_back(makeRecordedErrors());
  all.push_back(makeWrongAssertions());
  all.push_back(makeWrongNoCheck());
  all.push_back(makeUnattached());
#ifdef FENCEPOST_HAVE_RACES
  all.push_back(makeRaceSearch());
#endif
  return all;
}

/// What is to be told of the run over time; nothing where that is not asked for or no loop found.
struct Iterating {
  std::optional<Loop> loop;
  std::shared_ptr<OverTime> overTime; // on process 0

  void find(const Options &options, int process, MPI_Comm comm, Results &results) {
    if (options.iterations.empty())
      return;
    TraceReader reader(options.trace, comm, options.phase);
    loop = findLoop(reader, options.iterations, comm);
    if (!loop) {
      results.note("no main loop was found: all ranks enter no call path equally often, at least " +
                   std::to_string(kLeastEntries) +
                   " times; name a line of the loop with --iterations=FILE:LINE");
      return;
    }
    results.timed.emplace();
    if (process == 0)
      overTime = std::make_shared<OverTime>(*loop, reader.trace.definitions.ranks(),
                                            options.iterations, options.output);
  }
};

Status run(const Options &options, MPI_Comm comm) {
  int process, processes;
  MPI_Comm_rank(comm, &process);
  MPI_Comm_size(comm, &processes);
  std::optional<TraceReader> reader;
  std::optional<WhatIf> whatIf;
  Suppressions suppressions;
  Results mine;
  Iterating iterating;
  if (!together(comm, [&] {
        whatIf.emplace(options.whatIf);
        if (!options.suppressions.empty())
          suppressions.load(options.suppressions);
        reader.emplace(options.trace, comm, options.phase);
        if (options.suppressions.empty())
          loadSuppressionsOf(reader->trace, suppressions);
        iterating.find(options, process, comm, mine);
      }))
    return kBadInput;
  Trace &trace = reader->trace;
  ParticipationFinder participationFinder;
  std::vector<std::unique_ptr<Detector>> detectors = makeAll();
  LogicalClock clock;
  std::vector<RankRow> ranks;
  if (iterating.loop)
    detectors.push_back(std::make_unique<Iterations>(*iterating.loop, iterating.overTime));
  uint64_t phases = 0;
  while (reader->next()) {
    ++phases;
    std::vector<Participation> participations = participationFinder.next(trace);
    clock.correct(trace, participations, comm);
    addPhase(rankRows(trace), ranks);
    Analysis phase{comm, process, processes, trace, participations, mine, 0, reader->isLast()};
    for (const auto &detector : detectors)
      detector->look(phase);
    whatIf->look(phase);
    if (reader->isLast())
      break;
  }
  for (const std::string &note : trace.notes)
    mine.note(note);
  if (clock.violations())
    mine.note(clock.note(trace.definitions));
  uint64_t runTicks = 0;
  for (const RankRow &row : ranks)
    runTicks += row.end - row.begin;
  MPI_Allreduce(MPI_IN_PLACE, &runTicks, 1, MPI_UINT64_T, MPI_SUM, comm);
  Analysis whole{comm, process, processes, trace, {}, mine, runTicks};
  for (const auto &detector : detectors)
    detector->report(whole);
  whatIf->gather(comm);

  Results all = gatherResults(comm, mine);
  std::vector<RankRow> allRanks;
  for (const std::vector<RankRow> &from : gather(comm, ranks))
    allRanks.insert(allRanks.end(), from.begin(), from.end());
  bool errors = false;
  if (!together(comm, [&] {
        if (process != 0)
          return;
        Report report = makeReport(trace, std::move(all), std::move(allRanks), suppressions);
        report.overTime = iterating.overTime;
        report.predictions = whatIf->predict(trace.definitions);
        report.meta["phases"] = std::to_string(phases);
        if (clock.violations()) {
          report.meta["clock_violations"] = std::to_string(clock.violations());
          report.meta["clock_shift"] =
              std::to_string(trace.definitions.seconds(clock.largestShift()));
        }
        writeDatabase(options.output, report, trace.definitions);
        errors = report.hasErrors();
      }))
    return kBadInput;
  return errors && options.exitStatus ? kFindings : kClean;
}

/// Has the C library ask the system for huge pages: a trace in memory takes half the time then. It
/// reads its settings at the program's start only, so that starts once more.
void useHugePages([[maybe_unused]] char **argv) {
#ifdef __GLIBC__
  constexpr const char *kSettings = "GLIBC_TUNABLES", *kSetting = "glibc.malloc.hugetlb";
  const char *given = std::getenv(kSettings);
  if (given && std::strstr(given, kSetting))
    return;
  std::string settings = given && *given ? std::string(given) + ":" : "";
  setenv(kSettings, (settings + kSetting + "=1").c_str(), 1);
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  execv(self.c_str(), argv); // where that fails, without
#endif
}

/// What one step of the analysis gives back the next one takes: the system would clear it between
/// them, which takes as long as the step.
void keepMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
#endif
}

} // namespace

int main(int argc, char **argv) {
  useHugePages(argv);
  CLI::App app("Analyzes a trace of MPI one-sided communication", "fencepost-analyze");
  Options options;
  app.add_option("TRACE", options.trace, "The archive's directory or its .otf2 file")->required();
  app.add_option("-o,--output", options.output, "Where the results go (default: results.sqlite)");
  app.add_option("--suppressions", options.suppressions, "A file of findings to silence");
  app.add_option("--what-if", options.whatIf,
                 "A change whose run time is predicted, as scale:solver.c:40=0.5; may be repeated")
      ->expected(1)
      ->take_all();
  app.add_flag("--exit-status", options.exitStatus,
               "End with 1 when there are findings at error level");
  app.add_option("--phase", options.phase,
                 "About how many records a process reads at a time: 1 as few as can be, 0 all "
                 "(default: 100000)");
  app.add_option("--iterations", options.iterations,
                 "Also tells of each iteration of the main loop (auto) or of that of FILE:LINE");
  app.set_version_flag("--version", "fencepost-analyze " FENCEPOST_VERSION);
  fencepost::refuseEmptyValues(app);

  keepMemory();
  MPI_Init(&argc, &argv);
  int process;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  int status;
  try {
    std::vector<std::string> words(argv + 1, argv + argc);
    fencepost::splitEmptyValues(app, words, 0);
    std::reverse(words.begin(), words.end()); // as CLI11 wants them
    app.parse(words);
    status = run(options, MPI_COMM_WORLD);
  } catch (const CLI::ParseError &error) {
    status = error.get_exit_code() == 0 ? kClean : kBadInput;
    if (process == 0 && status == kClean)
      app.exit(error);
    else if (process == 0)
      std::fprintf(stderr, "fencepost-analyze: %s\n", error.what());
  }
  MPI_Finalize();
  return status;
}
