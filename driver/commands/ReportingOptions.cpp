//===- ReportingOptions.cpp - options of every command that reports -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/ReportingOptions.h"

#include "Error.h"
#include "Progress.h"
#include "results/Baseline.h"
#include "results/Load.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {

void addReportingOptions(CLI::App &command, ReportingOptions &options) {
  command
      .add_option("--format", options.formats,
                  "Formats of the report, separated by commas: " + knownFormats())
      ->type_name("LIST")
      ->capture_default_str();
  command
      .add_option("--baseline", options.baseline,
                  "Results of an earlier run: only what is new is reported")
      ->type_name("RESULTS");
  command.add_flag("--show-suppressed", options.showSuppressed, "Show suppressed findings too");
  command
      .add_option("--most", options.most, "Findings that the text shows at most (0: all of them)")
      ->type_name("N")
      ->capture_default_str();
}

Reporting::Reporting(const ReportingOptions &options)
    : options_(options), chosen_(chooseReporters(options.formats)) {
  if (!options.baseline.empty())
    baseline_ = loadResults(resultsFile(options.baseline));
}

int Reporting::report(const std::filesystem::path &results, const std::string &output) const {
  Results loaded;
  {
    Progress progress("reading the results");
    loaded = loadResults(resultsFile(results));
    if (baseline_)
      leaveOutKnown(loaded, *baseline_);
  }
  writeReports(loaded, chosen_, output,
               {.showSuppressed = options_.showSuppressed, .most = options_.most});
  return hasErrors(loaded) ? kFindings : kClean;
}

} // namespace fencepost::driver
