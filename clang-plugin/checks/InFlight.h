//===- checks/InFlight.h - buffers of operations under way ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_INFLIGHT_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_INFLIGHT_H

#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include <optional>
#include <vector>

namespace fencepost::plugin {

/// A buffer, and the operation that may still be using it.
struct InFlight {
  const Operation &operation;
  const Access &buffer;
  const clang::Stmt *turnsIn = nullptr; // the loop in which it takes turns with other buffers
};

/// Whether the operation is in flight in the first turn of a loop only, and the call may have
/// nothing to do there yet: `have = 0; while (...) { fwrite(buffer, 1, have, file); ... }`.
bool mayIdle(const Step &step, std::vector<uint8_t> State::*progress, std::size_t operation,
             const clang::CallExpr *call);

/// The first operation that surely is in flight where the step's access meets its buffer.
std::optional<InFlight> conflictOf(const Step &step);

/// Where in a function in sight the access is.
FindingNote innerNote(const Access &access);

/// Where the operation was issued, what completes it, and where its epoch was opened.
std::vector<FindingNote> notesOf(const Step &step, const InFlight &inFlight);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_INFLIGHT_H
