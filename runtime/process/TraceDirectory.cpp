//===- TraceDirectory.cpp - where the trace is written --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/TraceDirectory.h"

#include "runtime/process/Options.h"
#include "runtime/process/Process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fencepost::runtime {

namespace {

using Path = char[sizeof(process.traceDirectory)];

bool join(Path &path, const char *directory, const char *name) {
  return snprintf(path, sizeof(Path), "%s/%s", directory, name) < static_cast<int>(sizeof(Path));
}

/// As mkdir -p.
int makeDirectories(const char *path) {
  Path part = {};
  for (const char *at = path;; ++at) {
    if ((*at == '/' && at != path) || *at == '\0') {
      std::memcpy(part, path, static_cast<size_t>(at - path));
      part[at - path] = '\0';
      if (mkdir(part, 0777) != 0 && errno != EEXIST)
        return errno;
    }
    if (*at == '\0')
      return 0;
  }
}

/// Removes the files of a directory whose names match one of ours, then the directory when it is
/// empty.
void removeMatching(const char *directory, const char *const *patterns, bool withDirectory) {
  DIR *entries = opendir(directory);
  if (!entries)
    return;
  while (dirent *entry = readdir(entries))
    for (const char *const *pattern = patterns; *pattern; ++pattern) {
      Path path;
      if (fnmatch(*pattern, entry->d_name, 0) == 0 && join(path, directory, entry->d_name))
        unlink(path);
    }
  closedir(entries);
  if (withDirectory)
    rmdir(directory);
}

/// Users run again into the same directory: what an earlier run wrote there goes, nothing else.
void removeEarlierTrace(const char *directory) {
  static const char *const journals[] = {"[0-9]*.[0-9]*", nullptr};
  static const char *const anchors[] = {"traces.otf2", "traces.def", nullptr};
  static const char *const events[] = {"[0-9]*.evt", "[0-9]*.def", nullptr};
  Path path;
  if (join(path, directory, "journal"))
    removeMatching(path, journals, true);
  if (join(path, directory, "traces"))
    removeMatching(path, events, true);
  removeMatching(directory, anchors, false);
}

/// fencepost-<program>-<time>, not one that exists.
int chooseDirectory(Path &path) {
  const time_t seconds = time(nullptr);
  tm local;
  char stamp[32];
  strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", localtime_r(&seconds, &local));
  for (int again = 1; again < 100; ++again) {
    char suffix[8] = "";
    if (again > 1)
      snprintf(suffix, sizeof(suffix), "-%d", again);
    snprintf(path, sizeof(Path), "fencepost-%s-%s%s", program_invocation_short_name, stamp, suffix);
    if (mkdir(path, 0777) == 0)
      return 0;
    if (errno != EEXIST)
      return errno;
  }
  return EEXIST;
}

/// Ranks may run in other directories than rank 0.
void makeAbsolute(Path &path) {
  Path here;
  Path whole;
  if (path[0] != '/' && getcwd(here, sizeof(here)) && join(whole, here, path))
    std::memcpy(path, whole, sizeof(Path));
}

} // namespace

bool prepareTraceDirectory(char *failure, unsigned failureSize) {
  Path &directory = process.traceDirectory;
  Path journals = {};
  int error = 0;
  if (options().trace[0]) {
    const int length = snprintf(directory, sizeof(directory), "%s", options().trace);
    error = length >= static_cast<int>(sizeof(directory)) ? ENAMETOOLONG : 0;
    if (!error)
      error = makeDirectories(directory);
  } else {
    error = chooseDirectory(directory);
  }
  makeAbsolute(directory);
  if (!error && !join(journals, directory, "journal"))
    error = ENAMETOOLONG;
  if (!error) {
    removeEarlierTrace(directory);
    if (mkdir(journals, 0777) != 0 && errno != EEXIST)
      error = errno;
  }
  if (error) {
    char text[128] = {};
    snprintf(failure, failureSize, "cannot write the trace directory '%s': %s", directory,
             strerror_r(error, text, sizeof(text)));
  }
  return error == 0;
}

} // namespace fencepost::runtime
