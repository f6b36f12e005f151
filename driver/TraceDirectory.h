//===- TraceDirectory.h - where a run's trace goes ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_TRACEDIRECTORY_H
#define FENCEPOST_DRIVER_TRACEDIRECTORY_H

#include <filesystem>
#include <span>
#include <string>

namespace fencepost::driver {

/// A new name, fencepost-<program>-<time>, after the program that the command runs.
std::filesystem::path newTraceDirectory(std::span<const std::string> command);

/// Fails where the runtime could not write a trace into that (absolute) directory: told before the
/// program runs for hours.
void checkWritable(const std::filesystem::path &directory);

/// Fails likewise where no file of that name could be made; in the trace's directory there will be
/// room. `option` is the one that names it.
void checkOutput(const std::filesystem::path &file, const std::filesystem::path &traceDirectory,
                 const char *option);

/// What an earlier run left in that directory must not pass for what this one does. The runtime
/// removes the rest of it, and nothing else, when it writes there.
void removeEarlierTrace(const std::filesystem::path &directory);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_TRACEDIRECTORY_H
