//===- Reporter.h - a format that results are rendered in -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reporter is one function in a file of its own and a row in reporters.def.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_REPORTER_H
#define FENCEPOST_DRIVER_REPORT_REPORTER_H

#include "Terminal.h"
#include "results/Results.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::driver {

struct ReportOptions {
  TextStyle style = {}; // of what is written to
  bool showSuppressed = false;
  uint64_t most = 0; // findings in the text; 0: all
};

struct Reporter {
  std::string_view format;    // as in --format
  std::string_view extension; // of its files
  std::string (*render)(const Results &results, const ReportOptions &options);
};

#define REPORTER(format, extension, render)                                                        \
  std::string render(const Results &results, const ReportOptions &options);
#include "report/reporters.def"

std::span<const Reporter> reporters();

/// The reporters of a list "text,json". Throws Error naming the known formats.
std::vector<Reporter> chooseReporters(std::string_view formats);

/// "text, json"
std::string knownFormats();

/// Writes each report: to standard output without a file name or with "-"; with several formats to
/// FILE.<extension>. The style is that of what is written to.
void writeReports(const Results &results, std::span<const Reporter> chosen, const std::string &file,
                  ReportOptions options);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_REPORTER_H
