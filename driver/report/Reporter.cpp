//===- Reporter.cpp - chooses formats and writes reports ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Reporter.h"

#include "Error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <unistd.h>

namespace fencepost::driver {
namespace {

constexpr Reporter kReporters[] = {
#define REPORTER(format, extension, render) {format, extension, render},
#include "report/reporters.def"
};

const Reporter &findReporter(std::string_view format) {
  for (const Reporter &reporter : kReporters)
    if (reporter.format == format)
      return reporter;
  fail("unknown report format '{}': the formats are {}", format, knownFormats());
}

void writeOut(const std::string &text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    fail("cannot write to standard output: {}", std::strerror(errno));
}

void writeFile(const std::string &file, const std::string &text) {
  std::FILE *stream = std::fopen(file.c_str(), "w");
  if (!stream)
    fail("{}: cannot be written: {}", file, std::strerror(errno));
  bool whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fclose(stream) != 0 || !whole)
    fail("{}: cannot be written: {}", file, std::strerror(errno));
}

} // namespace

std::span<const Reporter> reporters() { return kReporters; }

std::string knownFormats() {
  std::string result;
  for (const Reporter &reporter : kReporters)
    result += (result.empty() ? "" : ", ") + std::string(reporter.format);
  return result;
}

std::vector<Reporter> chooseReporters(std::string_view formats) {
  std::vector<Reporter> chosen;
  for (std::size_t begin = 0; begin <= formats.size();) {
    std::size_t end = std::min(formats.find(',', begin), formats.size());
    chosen.push_back(findReporter(formats.substr(begin, end - begin)));
    begin = end + 1;
  }
  return chosen;
}

void writeReports(const Results &results, std::span<const Reporter> chosen, const std::string &file,
                  ReportOptions options) {
  bool toStandardOutput = file.empty() || file == "-";
  if (toStandardOutput && chosen.size() > 1)
    fail("several formats at once go to files: name them with -o FILE, and each is written to "
         "FILE.<format>");
  for (const Reporter &reporter : chosen) {
    options.style = toStandardOutput ? styleFor(STDOUT_FILENO) : styleForFile();
    std::string text = reporter.render(results, options);
    if (toStandardOutput)
      writeOut(text);
    else if (chosen.size() == 1)
      writeFile(file, text);
    else
      writeFile(file + "." + std::string(reporter.extension), text);
  }
}

} // namespace fencepost::driver
