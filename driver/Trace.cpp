//===- Trace.cpp - a trace on disk, as far as the driver looks ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "Error.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::driver {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> entriesOf(const fs::path &directory) {
  std::vector<fs::path> result;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    result.push_back(it->path());
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<fs::path> anchorsIn(const fs::path &directory) {
  std::vector<fs::path> result = entriesOf(directory);
  std::erase_if(result, [](const fs::path &file) { return file.extension() != ".otf2"; });
  return result;
}

} // namespace

std::optional<Trace> traceIn(const fs::path &directory) {
  std::vector<fs::path> anchors = anchorsIn(directory);
  Trace trace;
  trace.directory = directory;
  if (!anchors.empty())
    trace.anchor = anchors.front();
  trace.unfinished = !entriesOf(directory / "journal").empty();
  if (trace.anchor.empty() && !trace.unfinished)
    return std::nullopt;
  return trace;
}

Trace openTrace(const fs::path &path) {
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    fail("{}: {}", path.string(),
         status.type() == fs::file_type::not_found ? "no such file or directory" : error.message());

  if (!fs::is_directory(status)) {
    if (path.extension() != ".otf2")
      fail("{}: not a trace: give its directory or its .otf2 file", path.string());
    Trace trace;
    trace.directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
    trace.anchor = path;
    trace.unfinished = !entriesOf(trace.directory / "journal").empty();
    return trace;
  }

  fs::directory_iterator(path, error);
  if (error)
    fail("{}: {}", path.string(), error.message());
  if (anchorsIn(path).size() > 1)
    fail("{}: holds several .otf2 files: name one of them", path.string());
  std::optional<Trace> trace = traceIn(path);
  if (!trace)
    fail("{}: not a trace: there is no .otf2 file in this directory", path.string());
  return *trace;
}

TraceSize sizeOf(const Trace &trace) {
  fs::path events = trace.anchor;
  events.replace_extension();
  TraceSize size;
  for (const fs::path &file : entriesOf(events)) {
    std::error_code unknown;
    if (std::uintmax_t bytes = fs::file_size(file, unknown); !unknown)
      size.bytes += bytes;
    std::string stem = file.stem().string();
    uint64_t location = 0;
    auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), location);
    size.locations += file.extension() == ".evt";
    if (file.extension() == ".evt" && error == std::errc() && location >> 32 == 0)
      ++size.ranks;
  }
  size.ranks = std::max(size.ranks, 1u);
  return size;
}

} // namespace fencepost::driver
