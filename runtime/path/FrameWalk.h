//===- FrameWalk.h - the return addresses on the stack --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows saved frame pointers. Code without them leaves other values where they
// would be: every step is checked against the thread's stack and the mapped code,
// and the walk ends early rather than wrongly.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PATH_FRAMEWALK_H
#define FENCEPOST_RUNTIME_PATH_FRAMEWALK_H

#include <cstdint>

namespace fencepost::runtime {

inline constexpr unsigned kMostFrames = 128;

struct StackLimits {
  uintptr_t low;
  uintptr_t high;
};

/// Fills in up to `most` return addresses, innermost first; `frame` is the frame address of the
/// innermost function, whose own return address is the first. Stops below main.
unsigned walkFrames(const void *frame, StackLimits limits, uintptr_t *addresses, unsigned most);

/// Says that main returns to this address.
void setMainReturn(uintptr_t address);

/// Reads where this process's code is mapped. Once at the start; again when code was loaded.
void findCode();

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PATH_FRAMEWALK_H
