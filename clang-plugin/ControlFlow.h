//===- ControlFlow.h - what statements are made of ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For those who execute the source without a control flow graph.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CONTROLFLOW_H
#define FENCEPOST_CLANG_PLUGIN_CONTROLFLOW_H

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
class SwitchCase;
class SwitchStmt;
} // namespace clang

namespace fencepost::plugin {

/// Of for, while and do; null where there is none.
struct LoopParts {
  const clang::Stmt *first, *body;
  const clang::Expr *condition, *step;
  bool isAskedLast; // behind the first round
  bool declares;    // a variable that is the condition
};
LoopParts partsOf(const clang::Stmt *loop);

/// Where the switch goes for that value: the label, or null where it goes past. Nothing where its
/// labels are not all constants.
std::optional<const clang::SwitchCase *> chosenBy(const clang::SwitchStmt *cases, int64_t value,
                                                  const clang::ASTContext &context);

/// Whether the statement of a switch's body begins with that label.
bool isLabelled(const clang::Stmt *statement, const clang::SwitchCase *label);

/// Whether the statement may go on elsewhere than behind it. `inLoop`: a continue goes to its
/// end, `inSwitch`: a break.
bool leaves(const clang::Stmt *statement, bool inLoop = false, bool inSwitch = false);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CONTROLFLOW_H
