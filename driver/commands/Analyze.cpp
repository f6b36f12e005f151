//===- Analyze.cpp - fencepost analyze ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "Error.h"
#include "commands/AnalysisOptions.h"
#include "commands/Commands.h"
#include "results/Load.h"

#include <CLI/CLI.hpp>

#include <cstdint>

namespace fencepost::driver {
namespace {

struct Options {
  std::string trace;
  AnalysisOptions analysis;
};

int run(const Options &options) {
  std::filesystem::path results = analyse(openTrace(options.trace), options.analysis);
  for (const std::string &note : notesOf(results))
    fmt::print(stderr, "fencepost: note: {}\n", note);
  fmt::print("{}\n", results.string());
  return hasErrors(results) ? kFindings : kClean;
}

} // namespace

void addAnalyze(const Invocation &invocation) {
  CLI::App *command = addCommand(invocation.app, "analyze", "Analyses a trace, writes results");
  auto options = std::make_shared<Options>();
  command->add_option("TRACE", options->trace, "The trace's directory or its .otf2 file")
      ->type_name("")
      ->required();
  addAnalysisOptions(*command, options->analysis);
  command
      ->add_option("--phase", options->analysis.phase,
                   "About how many records a process reads at a time (0: all; default: 100000)")
      ->type_name("RECORDS")
      ->check(CLI::Range(0u, UINT32_MAX).description(""));
  command
      ->add_option(
          "--what-if", options->analysis.whatIf,
          "A change whose run time is predicted, as scale:solver.c:40=0.5; may be repeated")
      ->type_name("CHANGE")
      ->expected(1)
      ->take_all();
  command->callback(
      [options, &action = invocation.action] { action = [options] { return run(*options); }; });
}

} // namespace fencepost::driver
