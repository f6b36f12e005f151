//===- checks/Segments.h - what no call orders between processes ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_SEGMENTS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_SEGMENTS_H

#include <cstdint>
#include <optional>

namespace clang {
class CallExpr;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct Step;

/// Of the window, in whichever process.
enum class Held : uint8_t { Nothing, Shared, Exclusive };

/// Whether one of two that hold these waits for the lock of the other.
bool keepOut(Held a, Held b);

/// What no call orders between processes.
struct Segment {
  const clang::CallExpr *begin;
  Held held;
};

/// Whether the MPI_Win_lock surely says MPI_LOCK_SHARED.
bool isShared(const clang::CallExpr *lock, const FunctionInfo &info);

/// Most that the step may hold of the window.
Held heldAt(const Step &step, unsigned window);

/// Begins with the collective call of all processes of the window that surely is the last one
/// before the step, in one iteration or the other, that orders anything between processes, where
/// the step is an operation in a passive target epoch, or accesses memory. What two processes do
/// behind the same such call has no order, but that who holds a lock exclusively keeps those out
/// that lock.
std::optional<Segment> segmentOf(const Step &step, unsigned window);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_SEGMENTS_H
