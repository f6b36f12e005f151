//===- Initializers.h - what lists give members ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_INITIALIZERS_H
#define FENCEPOST_CLANG_PLUGIN_INITIALIZERS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace fencepost::plugin {

/// Visits each member of a struct or class with what the list gives it.
template <typename Visit> void forEachInitialized(const clang::InitListExpr *list, Visit visit) {
  auto *record = list->getType()->getAsRecordDecl();
  if (!record || record->isUnion() || !list->isSemanticForm())
    return;
  unsigned at = 0;
  if (auto *derived = clang::dyn_cast<clang::CXXRecordDecl>(record))
    at = derived->getNumBases();
  for (const clang::FieldDecl *field : record->fields())
    if (!field->isUnnamedBitField() && at < list->getNumInits())
      visit(field, list->getInit(at++));
}

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_INITIALIZERS_H
