//===- checks/Segments.h - what no call orders between processes ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_SEGMENTS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_SEGMENTS_H

namespace clang {
class CallExpr;
} // namespace clang

namespace fencepost::plugin {

struct Step;

/// The collective call of all processes of the window that surely is the last one before the step,
/// in one iteration or the other, that orders anything between processes, where the step is an
/// operation in a passive target epoch of shared locks only, or accesses memory that no lock
/// guards; or null. What two processes do behind the same such call has no order.
const clang::CallExpr *segmentOf(const Step &step, unsigned window);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_SEGMENTS_H
