//===- ReportingOptions.h - options of every command that reports ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_COMMANDS_REPORTINGOPTIONS_H
#define FENCEPOST_DRIVER_COMMANDS_REPORTINGOPTIONS_H

#include "report/Reporter.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::driver {

struct ReportingOptions {
  std::string formats = "text";
  std::string baseline; // earlier results, or empty
  bool showSuppressed = false;
  uint64_t most = 50; // findings in the text; 0: all
};

/// Adds --format, --baseline, --show-suppressed and --most.
void addReportingOptions(CLI::App &command, ReportingOptions &options);

/// What a report needs besides the results, read before they are made. Throws Error unless formats
/// and baseline are good.
class Reporting {
public:
  explicit Reporting(const ReportingOptions &options);

  /// Reads the results, renders what is new in them and returns the exit status. `output`: a file,
  /// or empty for standard output.
  int report(const std::filesystem::path &results, const std::string &output) const;

private:
  const ReportingOptions &options_;
  std::vector<Reporter> chosen_;
  std::optional<Results> baseline_;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_COMMANDS_REPORTINGOPTIONS_H
