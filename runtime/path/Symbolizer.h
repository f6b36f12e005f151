//===- Symbolizer.h - from a code address to source frames ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PATH_SYMBOLIZER_H
#define FENCEPOST_RUNTIME_PATH_SYMBOLIZER_H

#include <cstdint>

namespace fencepost::runtime {

/// One function at an address; several when functions were inlined there. Texts live as long as
/// the process. Without debug information `file` is "", `line` 0, and the function's name goes on
/// with the place in it, "solve+0x1c"; without symbols it is the place in the file.
struct SourceFrame {
  const char *function;
  const char *file;
  uint32_t line;
};

inline constexpr unsigned kMostInlined = 32;

struct Symbolized {
  SourceFrame frames[kMostInlined]; // innermost first
  unsigned count;                   // 0: the address is in no module
  bool system;                      // in the C library, which starts main and threads
  bool main;                        // the outermost function is main
};

/// What is at the address of an instruction. Not fast: callers remember the answer. One thread
/// at a time.
Symbolized symbolize(uintptr_t address);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PATH_SYMBOLIZER_H
