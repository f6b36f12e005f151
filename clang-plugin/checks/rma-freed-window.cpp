//===- checks/rma-freed-window.cpp - a freed window is used ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warns where a call gets a window that MPI_Win_free ended on every path, and
// that nothing made anew. The handle then is MPI_WIN_NULL.
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"
#include "Reporter.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/Expr.h"

namespace fencepost::plugin {

/// Memory that was allocated with a window went with it.
static void checkMemory(const Step &step) {
  const Access &access = step.action.access;
  for (const WindowMemory &memory : step.graph.memories) {
    const Situations &situations = step.before.windows[memory.window];
    if (!memory.isAllocated || memory.address.root != access.address.root || access.bound ||
        step.info.windows[memory.window].isCompared ||
        !inAll(situations, [](const Epochs &epochs) { return epochs.freed != nullptr; }))
      continue;
    step.reporter.report(FindingId::FreedWindow, access.expr, access.by,
                         step.quoted(access.expr) + " is " + (access.writes ? "written" : "read") +
                             ", but it is memory of " + step.window(memory.window) +
                             ", which is freed",
                         {{situations.begin()->freed->getSourceRange(),
                           "the window was freed here, and its memory with it"}});
    return;
  }
}

void checkFreedWindow(const Step &step) {
  const Action &action = step.action;
  if (action.kind == Action::Kind::Access)
    return checkMemory(step);
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window ||
      action.call.kind() == EventKind::WinCreate)
    return;
  const Situations &situations = step.before.windows[*action.window];
  // Where the program asks whether there is a window, what follows may be for the other answer.
  if (step.info.windows[*action.window].isCompared ||
      !inAll(situations, [](const Epochs &epochs) { return epochs.freed != nullptr; }))
    return;
  step.report(FindingId::FreedWindow,
              std::string(action.call.info().name) + " on " + step.window(*action.window) +
                  ", which is freed",
              {{situations.begin()->freed->getSourceRange(), "the window was freed here"}});
}

} // namespace fencepost::plugin
