//===- Analyze.cpp - fencepost analyze ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "Error.h"
#include "commands/Commands.h"
#include "results/Load.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {
namespace {

struct Options {
  std::string trace;
  AnalysisOptions analysis;
};

int run(const Options &options) {
  std::filesystem::path results = analyse(openTrace(options.trace), options.analysis);
  fmt::print("{}\n", results.string());
  return hasErrors(results) ? kFindings : kClean;
}

} // namespace

void addAnalyze(const Invocation &invocation) {
  CLI::App *command = addCommand(invocation.app, "analyze", "Analyses a trace, writes results");
  auto options = std::make_shared<Options>();
  command->add_option("TRACE", options->trace, "The trace's directory or its .otf2 file")
      ->required();
  command
      ->add_option("-n,--processes", options->analysis.processes,
                   "Analysis processes (default: what fits this machine)")
      ->check(CLI::Range(1u, 1u << 20));
  command->add_option("-o,--output", options->analysis.output,
                      "Where the results go (default: results.sqlite in the trace's directory)");
  command->add_option("--suppressions", options->analysis.suppressions,
                      "A file of findings to leave out of the exit status");
  command->callback(
      [options, &action = invocation.action] { action = [options] { return run(*options); }; });
}

} // namespace fencepost::driver
