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

void checkFreedWindow(const Step &step) {
  const Action &action = step.action;
  if ((action.kind != Action::Kind::Call && action.kind != Action::Kind::First) || !action.window ||
      action.call.kind() == EventKind::WinCreate)
    return;
  const Situations &situations = step.before.windows[*action.window];
  // Where the program asks whether there is a window, what follows may be for the other answer.
  if (step.info.windows[*action.window].isCompared ||
      !inAll(situations, [](const Epochs &epochs) { return epochs.freed != nullptr; }))
    return;
  std::vector<FindingNote> notes = step.innerNotes();
  notes.push_back({situations.begin()->freed->getSourceRange(), "the window was freed here"});
  step.reporter.report(FindingId::FreedWindow, step.place()->getExprLoc(),
                       step.place()->getSourceRange(),
                       std::string(action.call.info().name) + " on " + step.window(*action.window) +
                           ", which is freed",
                       notes);
}

} // namespace fencepost::plugin
