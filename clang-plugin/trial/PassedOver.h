//===- trial/PassedOver.h - what code that is not executed may change -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_PASSEDOVER_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_PASSEDOVER_H

#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

#include <vector>

namespace fencepost::plugin::trial {

struct Change {
  enum class Kind {
    Place,     // what the expression designates
    Given,     // the same, whatever pointers have come to point to
    Pointee,   // what the pointer points to
    Received,  // the same, of which others have no pointer that matters
    Container, // what the call (see Code::onlyGrows) changes
    Elements,  // of the container that the loop goes through by reference
    Shared,    // what others have a pointer to
  };
  Kind kind;
  const clang::Stmt *statement;
  clang::QualType stored = {}; // null: anything may be
};

/// What a statement may do that a process goes on without knowing.
struct PassedOver {
  std::vector<Change> changes;                 // in the order of the source
  std::vector<const clang::VarDecl *> pointed; // what it gives a pointer or reference to
  bool setsPointers = false;                   // a pointer may come to point elsewhere
  bool leaves = false;                         // it may go on elsewhere than behind it
};

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_PASSEDOVER_H
