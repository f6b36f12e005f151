//===- Shifts.h - ranks at a distance from the own one --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_SHIFTS_H
#define FENCEPOST_CLANG_PLUGIN_SHIFTS_H

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class Expr;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// The number that is added to the rank in `(rank + 1) % size` and `(rank - 1 + size) % size`, also
/// by a variable that holds that.
std::optional<int64_t> shiftOf(const clang::Expr *target, const std::string &comm,
                               const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SHIFTS_H
