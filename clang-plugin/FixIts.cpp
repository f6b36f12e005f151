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

std::vector<FixItHint> insertBefore(const CallExpr *call, const std::string &statement,
                                    ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  SourceLocation begin = call->getBeginLoc();
  if (begin.isMacroID() || !isStatement(call, context))
    return {};
  auto [file, offset] = sources.getDecomposedLoc(begin);
  llvm::StringRef before = sources.getBufferData(file).substr(0, offset);
  auto [above, indent] = before.rsplit('\n');
  // After `if (...)` or `else`, a second statement would change what the first means.
  if (!indent.trim().empty() || !endsStatement(above))
    return {};
  return {FixItHint::CreateInsertion(begin, statement + ";\n" + indent.str())};
}

} // namespace fencepost::plugin
