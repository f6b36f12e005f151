//===- checks/PathNotes.h - the way from an operation to a use ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_PATHNOTES_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_PATHNOTES_H

#include "Reporter.h"

#include <vector>

namespace fencepost::plugin {

struct Operation;
struct Step;

/// What the way from the operation to the step takes that is not plain from reading on: the next
/// iteration of a loop, or one of two branches.
std::vector<FindingNote> pathNotes(const Step &step, const Operation &operation);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_PATHNOTES_H
