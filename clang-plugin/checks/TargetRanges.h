//===- checks/TargetRanges.h - what operations access at their targets ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_TARGETRANGES_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_TARGETRANGES_H

#include "ByteRange.h"
#include "State.h"

#include <cstdint>
#include <optional>

namespace fencepost::plugin {

struct Step;

/// Bytes of the window at its target. Nothing where these are not constants. Without the window's
/// unit: the bytes for units of one, which tell no more than whether two operations begin at the
/// same place. `rank`: of the process that issues it, where the displacement is its own rank.
std::optional<ByteRange> targetRange(const Step &step, const Operation &operation, int64_t unit,
                                     std::optional<int64_t> rank = std::nullopt);

/// Whether the two surely access a common byte of their target, other than both reading it.
bool meetAtTarget(const Step &step, const Operation &a, const Operation &b);

/// The same of two of one process, whose displacements may be any number that both are given.
bool meetFromOneOrigin(const Step &step, const Operation &a, const Operation &b);

/// As meetAtTarget, where the target is not asked for.
bool haveCommonRange(const Step &step, const Operation &a, const Operation &b);

/// The same of what the first two processes do by the one operation, to one target.
bool meetsItself(const Step &step, const Operation &operation);

/// Whether the operation changes its target.
bool changesTarget(const Operation &operation, const FunctionInfo &info);

/// Whether accumulates of different origins are atomic towards each other but for their ops. Types
/// that hold the same (MPI_LONG_LONG and MPI_LONG_LONG_INT, MPI_INT and MPI_INT32_T) are taken for
/// one; nothing if one is not known.
std::optional<bool> haveOneType(const Operation &a, const Operation &b, const FunctionInfo &info);

/// Whether no process may happen to have nothing to move.
bool surelyMoves(const Step &step, const Operation &operation);

/// Whether the access touches the target's bytes of the operation, in the window's memory of the
/// process that makes the access, and one of the two changes them.
/// `issuer`: the only process whose operation is asked for.
bool accessesTarget(const Step &step, const Access &access, const Operation &operation,
                    std::optional<int64_t> issuer = std::nullopt);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_TARGETRANGES_H
