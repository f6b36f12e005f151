//===- FixIts.cpp - changes that are certain ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixIts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether the code ends with a whole statement or the begin of a block, comments aside.
bool endsStatement(llvm::StringRef code) {
  while (!code.empty()) {
    auto [above, line] = code.rsplit('\n');
    if (line.empty() && above == code) // the first line
      std::swap(above, line);
    line = line.substr(0, line.find("//")).trim();
    if (!line.empty())
      return line.ends_with(";") || line.ends_with("{");
    code = above;
  }
  return false;
}

/// Whether the call stands alone, in a block.
bool isStatement(const CallExpr *call, ASTContext &context) {
  DynTypedNode node = DynTypedNode::create<Stmt>(*call);
  for (;;) {
    DynTypedNodeList parents = context.getParents(node);
    if (parents.size() != 1)
      return false;
    node = parents[0];
    if (node.get<CompoundStmt>())
      return true;
    if (!node.get<ExprWithCleanups>() && !node.get<CStyleCastExpr>())
      return false;
  }
}

} // namespace

namespace {

/// What stands before the call: the lines above, and the begin of its own.
std::pair<llvm::StringRef, llvm::StringRef> textBefore(const CallExpr *call,
                                                       const SourceManager &sources) {
  auto [file, offset] = sources.getDecomposedLoc(call->getBeginLoc());
  return sources.getBufferData(file).substr(0, offset).rsplit('\n');
}

/// Whether the call is a statement in a block and begins its line.
bool isOwnLine(const CallExpr *call, ASTContext &context) {
  if (call->getBeginLoc().isMacroID() || !isStatement(call, context))
    return false;
  auto [above, indent] = textBefore(call, context.getSourceManager());
  // After `if (...)` or `else`, a second statement would change what the first means.
  return indent.trim().empty() && endsStatement(above);
}

} // namespace

std::vector<FixItHint> insertBefore(const CallExpr *call, const std::string &statement,
                                    ASTContext &context) {
  if (!isOwnLine(call, context))
    return {};
  llvm::StringRef indent = textBefore(call, context.getSourceManager()).second;
  return {FixItHint::CreateInsertion(call->getBeginLoc(), statement + ";\n" + indent.str())};
}

std::vector<FixItHint> removeStatement(const CallExpr *call, ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  SourceLocation end = call->getEndLoc();
  if (!isOwnLine(call, context) || end.isMacroID())
    return {};
  auto [file, offset] = sources.getDecomposedLoc(end);
  if (!sources.getBufferData(file).substr(offset).starts_with(");"))
    return {};
  return {FixItHint::CreateRemoval(
      CharSourceRange::getCharRange(call->getBeginLoc(), end.getLocWithOffset(2)))};
}

std::vector<FixItHint> addFlags(const Expr *flags, const std::string &names,
                                const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  CharSourceRange range = sources.getExpansionRange(flags->getSourceRange());
  llvm::StringRef text = Lexer::getSourceText(range, sources, context.getLangOpts());
  if (text == "0")
    return {FixItHint::CreateReplacement(range, names)};
  if (!text.starts_with("MPI_MODE_"))
    return {};
  SourceLocation end =
      Lexer::getLocForEndOfToken(range.getEnd(), 0, sources, context.getLangOpts());
  return {FixItHint::CreateInsertion(end, " | " + names)};
}

} // namespace fencepost::plugin
