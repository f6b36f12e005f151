//===- Run.cpp - fencepost run --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "Error.h"
#include "Process.h"
#include "RuntimeOptions.h"
#include "TraceDirectory.h"
#include "commands/AnalysisOptions.h"
#include "commands/Commands.h"
#include "commands/ReportingOptions.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {

namespace fs = std::filesystem;

namespace {

struct Options {
  std::vector<std::string> command;
  std::string trace;
  std::string access;
  std::string callpaths;
  std::string errors;
  std::string buffer;
  AnalysisOptions analysis;
  ReportingOptions reporting;
  std::string report;
};

/// What the user has set already holds where no option of ours says otherwise.
RuntimeOptions runtimeOptions(const Options &options) {
  RuntimeOptions result(environmentValue("FENCEPOST_OPTIONS"));
  auto override = [&](const char *key, const std::string &value) {
    if (!value.empty())
      result.set(key, value);
  };
  override("trace", options.trace);
  override("access", options.access);
  override("callpaths", options.callpaths);
  override("errors", options.errors);
  override("buffer", options.buffer);
  if (!options.analysis.suppressions.empty())
    result.set("suppressions", fs::absolute(options.analysis.suppressions).string());
  if (result.value("trace").empty())
    result.set("trace", newTraceDirectory(options.command).string());
  // Ranks may run in another directory.
  result.set("trace", fs::absolute(result.value("trace")).lexically_normal().string());
  return result;
}

[[noreturn]] void failWithoutTrace(const Options &options, const fs::path &directory) {
  std::error_code error;
  // The runtime was there, and has told what it met with.
  if (fs::is_directory(directory / "journal", error))
    fail("no trace: {}: nothing could be recorded there: name another directory with --trace",
         directory.string());
  fail("no trace: {} did not run an MPI program that is linked with Fencepost's runtime: compile "
       "and link it with fencepost-cc (OMPI_CC=fencepost-cc mpicc ...)",
       options.command[0]);
}

/// Analyses what the program left and prints the report.
int reportOn(const Options &options, const Trace &trace, const Reporting &reporting) {
  fs::path file = analyse(trace, options.analysis);
  int status = reporting.report(file, options.report);
  std::fflush(stdout);
  fmt::print(stderr, "fencepost: results in {}\n", file.string());
  return status;
}

int run(const Options &options) {
  if (options.command.empty())
    fail("no command to run: fencepost run [options] -- mpirun -n 4 ./program");
  Reporting reporting(options.reporting); // a baseline may be what this run replaces
  checkReadable(options.analysis.suppressions);
  RuntimeOptions runtime = runtimeOptions(options);
  fs::path directory = runtime.value("trace");
  checkWritable(directory);
  checkOutput(options.analysis.output, directory, "-o");
  if (options.report != "-")
    checkOutput(options.report, directory, "--report");
  removeEarlierTrace(directory);

  Command command;
  command.arguments = options.command;
  command.environment.set("FENCEPOST_OPTIONS", runtime.text());
  std::fflush(stdout);
  Outcome outcome = runCommand(command);
  if (outcome.status != 0)
    fmt::print(stderr, "fencepost: {} ended with {} {}\n", options.command[0],
               outcome.signal ? "signal" : "status",
               outcome.signal ? outcome.signal : outcome.status);

  // The program's own failure is what a caller must learn of first.
  try {
    std::optional<Trace> trace = traceIn(directory);
    if (!trace)
      failWithoutTrace(options, directory);
    int status = reportOn(options, *trace, reporting);
    return outcome.status != 0 ? outcome.status : status;
  } catch (const Error &error) {
    if (outcome.status == 0)
      throw;
    fmt::print(stderr, "fencepost: error: {}\n", error.what());
    return outcome.status;
  }
}

} // namespace

void addRun(const Invocation &invocation) {
  CLI::App *command =
      addCommand(invocation.app, "run", "Runs an instrumented program, reports what it did");
  auto options = std::make_shared<Options>();
  command->footer("fencepost run [OPTIONS] -- COMMAND [ARGUMENTS...]\n"
                  "fencepost run -n 2 -- mpirun -n 4 ./program");
  command->prefix_command();
  command
      ->add_option("--trace", options->trace,
                   "Directory for the trace; a trace in it is replaced (default: "
                   "fencepost-<program>-<time>)")
      ->type_name("DIR");
  command->add_option("--access", options->access, "How loads and stores are recorded")
      ->check(CLI::IsMember({"segments", "every", "off"}))
      ->type_name("MODE");
  command->add_option("--callpaths", options->callpaths, "Whether call paths are recorded")
      ->check(CLI::IsMember({"on", "off"}))
      ->type_name("MODE");
  command->add_option("--errors", options->errors, "What erroneous RMA use does at run time")
      ->check(CLI::IsMember({"report", "abort", "off"}))
      ->type_name("MODE");
  command
      ->add_option("--buffer", options->buffer,
                   "Bytes by which a thread's journal grows at first (K, M, G)")
      ->type_name("BYTES");
  addAnalysisOptions(*command, options->analysis);
  addReportingOptions(*command, options->reporting);
  command->add_option("--report", options->report, "File for the report (default: standard output)")
      ->type_name("FILE");
  command->callback(
      [options, command, &rest = invocation.afterDashes, &action = invocation.action] {
        options->command = command->remaining();
        options->command.insert(options->command.end(), rest.begin(), rest.end());
        action = [options] { return run(*options); };
      });
}

} // namespace fencepost::driver
