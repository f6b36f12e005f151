//===- checks/RaceWords.cpp - how races are told --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/RaceWords.h"

#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fencepost::plugin {

std::string inQuotes(const Expr *expr, const ASTContext &context) {
  // Not "'" + ...: gcc 12 warns of what operator+ does within.
  std::string text(1, '\'');
  text += spelling(expr, context);
  return text += '\'';
}

std::string atLineOf(const Expr *expr, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  return " at line " +
         std::to_string(sources.getPresumedLineNumber(sources.getFileLoc(expr->getExprLoc())));
}

static std::string done(const std::string &what, bool writes, const CallExpr *by) {
  return what + " is " + (writes ? "written" : "read") + (by ? " by " + calleeName(by) : "");
}

static const char *doing(bool writes) { return writes ? "writing" : "reading"; }

std::string accessWhile(const std::string &what, bool writes, const CallExpr *by,
                        const std::string &operation, bool operationWrites) {
  return done(what, writes, by) + " while " + operation + " may still be " +
         doing(operationWrites) + " it";
}

std::string operationWhile(const std::string &operation, const std::string &target,
                           const std::string &other, bool otherWrites) {
  return operation + " accesses at target " + target + " what " + other + " may be " +
         doing(otherWrites);
}

std::string accessWhileShared(const std::string &what, bool writes, const CallExpr *by,
                              bool otherWrites, const std::string &other) {
  return done(what, writes, by) + " while another process may be " + doing(otherWrites) + " it" +
         (other.empty() ? "" : " by " + other);
}

std::string storedBefore(const std::string &what, const std::string &window,
                         const std::string &where, EventKind kind) {
  return "MPI_MODE_NOSTORE, but " + what + " of " + window + " is written" + where +
         ", before this " + (kind == EventKind::Post ? "post" : "fence");
}

} // namespace fencepost::plugin
