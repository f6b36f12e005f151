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

/// Makes room: removes the trace that an earlier run left in that directory. Throws Error when
/// there is anything else in it.
void clearTraceDirectory(const std::filesystem::path &directory);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_TRACEDIRECTORY_H
