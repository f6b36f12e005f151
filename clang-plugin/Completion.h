//===- Completion.h - what ends operations --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_COMPLETION_H
#define FENCEPOST_CLANG_PLUGIN_COMPLETION_H

#include "Actions.h"

namespace fencepost::plugin {

/// Whether the call leaves in a flag whether it completed something, and then all that it is about.
bool answersLater(const MpiCall &call);

/// A test whose answer nobody looks at, or not yet: what it is about may be under way all the same.
bool isUnanswered(const MpiCall &call, const FunctionInfo &info);

/// Whether calls of that kind complete requests.
bool isCompletion(EventKind kind);

/// Whether they complete operations at their origin only.
bool isLocalFlush(EventKind kind);

/// Whether the call may complete that request.
bool mayCompleteRequest(const MpiCall &call, const Operation &operation, const FunctionInfo &info);

/// Whether the call may complete the operation at its origin (RMA-RULES 2).
bool mayComplete(const Action &action, const Operation &operation, const FunctionInfo &info);

/// Whether after the action the operation cannot be said to be in flight any more.
bool ends(const Action &action, const Operation &operation, const FunctionInfo &info);

/// Whether after the action the operation cannot be said to be in flight at its target any more.
bool endsAtTarget(const Action &action, const Operation &operation, const FunctionInfo &info);

/// Whether the call surely completes the operation at its origin, and nothing at its target: only
/// what brings data back is over when its request is (RMA-RULES 2).
bool completesLocallyOnly(const Action &action, const Operation &operation,
                          const FunctionInfo &info);

/// Whether calls of that kind may complete operations of a window at their origin (RMA-RULES 2).
bool mayCompleteOnWindow(EventKind kind);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_COMPLETION_H
