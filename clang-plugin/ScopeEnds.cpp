//===- ScopeEnds.cpp - in which order variables go ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopeEnds.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The variable whose destructor the element runs, or whose life it ends; or null.
const VarDecl *goneBy(const CFGElement &element) {
  if (auto destruction = element.getAs<CFGAutomaticObjDtor>())
    return destruction->getVarDecl();
  auto end = element.getAs<CFGLifetimeEnds>();
  return end ? end->getVarDecl() : nullptr;
}

} // namespace

std::vector<CFGElement> elementsInOrder(const CFGBlock &block, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  std::vector<CFGElement> elements(block.begin(), block.end());
  auto isEnd = [](const CFGElement &element) { return goneBy(element) != nullptr; };
  auto isLater = [&](const CFGElement &a, const CFGElement &b) {
    return sources.isBeforeInTranslationUnit(goneBy(b)->getLocation(), goneBy(a)->getLocation());
  };
  for (auto from = elements.begin(); from != elements.end();) {
    from = std::find_if(from, elements.end(), isEnd);
    auto to = std::find_if_not(from, elements.end(), isEnd);
    std::stable_sort(from, to, isLater);
    from = to;
  }
  return elements;
}

} // namespace fencepost::plugin
