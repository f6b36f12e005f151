//===- Report.cpp - fencepost report --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Progress.h"
#include "commands/Commands.h"
#include "report/Reporter.h"
#include "results/Load.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {
namespace {

struct Options {
  std::string results;
  std::string formats = "text";
  std::string output;
  bool showSuppressed = false;
};

/// Results lie in the trace's directory, unless the user said otherwise.
std::filesystem::path resultsFile(const std::filesystem::path &named) {
  std::filesystem::path inside = named / "results.sqlite";
  std::error_code error;
  return std::filesystem::is_regular_file(inside, error) ? inside : named;
}

int run(const Options &options) {
  std::vector<Reporter> chosen = chooseReporters(options.formats);
  Results results;
  {
    Progress progress("reading the results");
    results = loadResults(resultsFile(options.results));
  }
  writeReports(results, chosen, options.output, options.showSuppressed);
  return hasErrors(results) ? kFindings : kClean;
}

} // namespace

void addReport(const Invocation &invocation) {
  CLI::App *command = addCommand(invocation.app, "report", "Renders results");
  auto options = std::make_shared<Options>();
  command
      ->add_option("RESULTS", options->results,
                   "What fencepost analyze wrote, or the trace's directory")
      ->type_name("")
      ->required();
  command
      ->add_option("--format", options->formats, "Formats, separated by commas: " + knownFormats())
      ->capture_default_str();
  command
      ->add_option("-o,--output", options->output,
                   "File to write; several formats go to FILE.<format>")
      ->type_name("FILE");
  command->add_flag("--show-suppressed", options->showSuppressed, "Show suppressed findings too");
  command->callback(
      [options, &action = invocation.action] { action = [options] { return run(*options); }; });
}

} // namespace fencepost::driver
