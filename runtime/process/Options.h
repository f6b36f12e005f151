//===- Options.h - FENCEPOST_OPTIONS --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PROCESS_OPTIONS_H
#define FENCEPOST_RUNTIME_PROCESS_OPTIONS_H

#include <cstdint>

namespace fencepost::runtime {

enum class Access { segments, every, off };
enum class Errors { report, abort, off };
enum class Switch { off, on };
using Text = const char *;
using Bytes = uint64_t;
using Flag = bool;

struct Options {
#define OPTION(type, name, initial, help) type name = initial;
#include "runtime/process/options.def"
};

/// Splits "key=value:key=value". On failure false, with what is wrong in `failure`.
/// Text values point into `text`, which is taken apart.
bool parseOptions(char *text, Options &options, char *failure, unsigned failureSize);

/// The table of options, to stderr.
void printOptions(const Options &options);

/// The options of this process, read from the environment the first time. A wrong one ends the
/// program with status 2 before it has done anything, and one line from rank 0.
const Options &options();

/// Launchers number their processes before MPI_Init; without one there is one process.
bool isFirstRank();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PROCESS_OPTIONS_H
