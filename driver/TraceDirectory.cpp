//===- TraceDirectory.cpp - where a run's trace goes ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceDirectory.h"

#include "Error.h"
#include "Paths.h"

#include <fmt/chrono.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <unistd.h>
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

/// journal/<rank>.<thread>
bool isJournal(const fs::path &file) {
  std::string name = file.filename().string();
  return name.find_first_not_of("0123456789.") == std::string::npos;
}

[[noreturn]] void failUnwritable(const fs::path &directory, const std::string &reason) {
  fail("{}: {}: name another directory for the trace with --trace", directory.string(), reason);
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

void checkWritable(const fs::path &directory) {
  std::error_code error;
  fs::file_status status = fs::status(directory, error);
  if (fs::is_directory(status)) {
    if (access(directory.c_str(), W_OK | X_OK) != 0)
      failUnwritable(directory, std::strerror(errno));
    return;
  }
  if (fs::exists(status))
    fail("{}: is there and is no directory: name another one for the trace", directory.string());
  fs::path made = directory; // the uppermost that has to be made
  while (!fs::exists(made.parent_path(), error))
    made = made.parent_path();
  std::error_code failure;
  fs::create_directories(directory, failure);
  for (fs::path empty = directory; empty != made.parent_path(); empty = empty.parent_path())
    fs::remove(empty, error);
  if (failure)
    failUnwritable(directory, failure.message());
}

void checkOutput(const fs::path &file, const fs::path &traceDirectory, const char *option) {
  if (file.empty())
    return;
  fs::path parent = fs::absolute(file).lexically_normal().parent_path();
  std::error_code error;
  const char *reason = nullptr;
  if (fs::is_directory(file, error))
    reason = std::strerror(EISDIR);
  else if (fs::exists(parent, error) && !fs::is_directory(parent, error))
    reason = std::strerror(ENOTDIR);
  else if (parent != traceDirectory && access(parent.c_str(), W_OK | X_OK) != 0)
    reason = std::strerror(errno);
  if (reason)
    fail("{}: {}: name another file with {}", file.string(), reason, option);
}

void removeEarlierTrace(const fs::path &directory) {
  std::error_code error;
  fs::remove(directory / "traces.otf2", error);
  std::vector<fs::path> journals;
  for (fs::directory_iterator it(directory / "journal", error), end; !error && it != end;
       it.increment(error))
    if (isJournal(it->path()))
      journals.push_back(it->path());
  for (const fs::path &journal : journals)
    fs::remove(journal, error);
}

} // namespace fencepost::driver
