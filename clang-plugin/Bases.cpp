//===- Bases.cpp - objects as their bases, and the other way around -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bases.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Looks for the base in all of the class. `found`: how often it is there.
void find(const CXXRecordDecl *derived, const CXXRecordDecl *base, int64_t offset, unsigned &found,
          std::optional<int64_t> &where, const ASTContext &context) {
  derived = derived->getDefinition();
  if (!derived || derived->isInvalidDecl() || derived->isDependentContext())
    return;
  if (derived->getCanonicalDecl() == base->getCanonicalDecl()) {
    ++found;
    where = offset;
    return;
  }
  const ASTRecordLayout &layout = context.getASTRecordLayout(derived);
  for (const CXXBaseSpecifier &each : derived->bases()) {
    const CXXRecordDecl *next = each.getType()->getAsCXXRecordDecl();
    if (!next || each.isVirtual()) {
      found += 2;
      return;
    }
    find(next, base, offset + layout.getBaseClassOffset(next).getQuantity(), found, where, context);
  }
}

/// Whether some class is a base of it twice.
bool hasRepeatedBase(const CXXRecordDecl *record, llvm::SmallPtrSetImpl<const Decl *> &seen) {
  record = record->getDefinition();
  return !record || llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &each) {
    const CXXRecordDecl *base = each.getType()->getAsCXXRecordDecl();
    return !base || !seen.insert(base->getCanonicalDecl()).second || hasRepeatedBase(base, seen);
  });
}

const CXXRecordDecl *recordOf(const Expr *expr) {
  QualType type = expr->getType();
  return type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
}

} // namespace

std::optional<int64_t> offsetOfBase(const CXXRecordDecl *derived, const CXXRecordDecl *base,
                                    const ASTContext &context) {
  unsigned found = 0;
  std::optional<int64_t> where;
  llvm::SmallPtrSet<const Decl *, 8> seen;
  if (hasRepeatedBase(derived, seen))
    return std::nullopt;
  find(derived, base, 0, found, where, context);
  return found == 1 ? where : std::nullopt;
}

std::optional<int64_t> offsetOfBase(const CastExpr *cast, const ASTContext &context) {
  const CXXRecordDecl *from = recordOf(cast->getSubExpr()), *to = recordOf(cast);
  if (!from || !to)
    return std::nullopt;
  switch (cast->getCastKind()) {
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return offsetOfBase(from, to, context);
  case CK_BaseToDerived: {
    auto offset = offsetOfBase(to, from, context);
    return offset ? std::optional(-*offset) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

const Expr *withoutBases(const Expr *expr, const ASTContext &context) {
  for (;;) {
    expr = expr->IgnoreParens();
    if (auto *full = dyn_cast<FullExpr>(expr)) {
      expr = full->getSubExpr();
      continue;
    }
    auto *cast = dyn_cast<CastExpr>(expr);
    if (!cast)
      return expr;
    switch (cast->getCastKind()) {
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
      if (!offsetOfBase(cast, context))
        return nullptr;
      [[fallthrough]];
    case CK_NoOp:
      expr = cast->getSubExpr();
      break;
    default:
      if (!isa<ImplicitCastExpr>(cast))
        return expr;
      expr = cast->getSubExpr();
    }
  }
}

} // namespace fencepost::plugin
