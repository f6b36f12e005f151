//===- Shifts.h - ranks at a distance from the own one --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_SHIFTS_H
#define FENCEPOST_CLANG_PLUGIN_SHIFTS_H

#include "clang/AST/OperationKinds.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// The number that is added to the rank in `(rank + 1) % size` and `(rank - 1 + size) % size`, also
/// by a variable that holds that.
std::optional<int64_t> shiftOf(const clang::Expr *target, const std::string &comm,
                               const FunctionInfo &info);

/// Nothing where it does not fit, or is not of integers.
std::optional<int64_t> calculate(clang::BinaryOperatorKind kind, int64_t left, int64_t right);

/// A process of a communicator, which may have that many.
struct Process {
  std::string comm;
  std::optional<int64_t> rank;
  std::optional<int64_t> size = std::nullopt;
};

/// What the variable, of this function or of a program of one world, only ever holds; or null.
const clang::Expr *heldIn(const clang::VarDecl *variable, const FunctionInfo &info);

/// The number, where it is always the same one: also of variables that hold nothing else, and what
/// is calculated from such. With a process: what that has there.
std::optional<int64_t> numberOf(const clang::Expr *expr, const FunctionInfo &info,
                                const Process &process = {});

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SHIFTS_H
