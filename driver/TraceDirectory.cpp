//===- TraceDirectory.cpp - where a run's trace goes ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceDirectory.h"

#include "Error.h"
#include "Paths.h"
#include "Trace.h"

#include <fmt/chrono.h>

#include <ctime>
#include <vector>

namespace fencepost::driver {

namespace fs = std::filesystem;

namespace {

/// `mpirun -n 4 ./prog args`: the first file after the launcher that can be run, else the launcher.
std::string programOf(std::span<const std::string> command) {
  for (const std::string &word : command.subspan(1))
    if (word.find('/') != std::string::npos && isExecutable(word))
      return fs::path(word).filename().string();
  for (const std::string &word : command.subspan(1))
    if (!word.starts_with('-') && !findInPath(word).empty())
      return word;
  return fs::path(command[0]).filename().string();
}

bool isPartOfTrace(const fs::path &entry, const Trace &trace) {
  std::string name = entry.filename().string();
  std::string stem = trace.anchor.empty() ? "traces" : trace.anchor.stem().string();
  return name == stem || name == stem + ".otf2" || name == stem + ".def" || name == "journal" ||
         name == ".completing" || name == "results.sqlite";
}

} // namespace

fs::path newTraceDirectory(std::span<const std::string> command) {
  std::string base = fmt::format("fencepost-{}-{:%Y%m%d-%H%M%S}", programOf(command),
                                 fmt::localtime(std::time(nullptr)));
  fs::path directory = base;
  for (int i = 2; fs::exists(directory); ++i)
    directory = fmt::format("{}-{}", base, i);
  return directory;
}

void clearTraceDirectory(const fs::path &directory) {
  std::error_code error;
  fs::file_status status = fs::status(directory, error);
  if (!fs::exists(status))
    return;
  if (!fs::is_directory(status))
    fail("{}: is there and is no directory: name another one for the trace", directory.string());

  Trace trace = traceIn(directory).value_or(Trace());
  std::vector<fs::path> entries;
  for (const fs::directory_entry &entry : fs::directory_iterator(directory)) {
    if (!isPartOfTrace(entry.path(), trace))
      fail("{}: holds other files ({}): name another directory for the trace", directory.string(),
           entry.path().filename().string());
    entries.push_back(entry.path());
  }
  for (const fs::path &entry : entries)
    fs::remove_all(entry);
}

} // namespace fencepost::driver
