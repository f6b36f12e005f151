//===- Reached.cpp - functions that a whole program comes to --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <vector>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Finds the functions that a function, or what stands outside of all, names.
class NameScan : public RecursiveASTVisitor<NameScan> {
public:
  explicit NameScan(std::vector<const FunctionDecl *> &found) : found(found) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *expr) { return add(expr->getDecl()); }
  bool VisitMemberExpr(MemberExpr *expr) { return add(expr->getMemberDecl()); }

private:
  std::vector<const FunctionDecl *> &found;

  bool add(const ValueDecl *named) {
    if (auto *function = dyn_cast<FunctionDecl>(named))
      found.push_back(function);
    return true;
  }
};

/// Whether it may be called without being named. clang knows whether anything does.
bool isCalledSilently(const FunctionDecl *function) {
  auto *method = dyn_cast<CXXMethodDecl>(function);
  return isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(function) ||
         function->isOverloadedOperator() || (method && method->isVirtual());
}

} // namespace

bool Program::isReached(const FunctionDecl *function) {
  if (!isWhole() || isCalledSilently(function))
    return !isWhole() || function->isUsed();
  if (!reached.empty())
    return reached.contains(function->getCanonicalDecl());
  std::vector<const FunctionDecl *> pending;
  NameScan scan(pending);
  const SourceManager &sources = context.getSourceManager();
  auto follow = [&](const FunctionDecl *each) {
    if (!reached.insert(each->getCanonicalDecl()).second)
      return;
    const FunctionDecl *definition = nullptr;
    if (!each->hasBody(definition) || sources.isInSystemHeader(definition->getLocation()))
      return;
    scan.TraverseStmt(definition->getBody());
    if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer *each : constructor->inits())
        scan.TraverseStmt(each->getInit());
  };
  // What is called without being named starts from wherever clang says that it is used.
  auto start = [&](auto &self, DeclContext *within) -> void {
    for (Decl *each : within->decls()) {
      if (sources.isInSystemHeader(each->getLocation()))
        continue;
      auto *one = dyn_cast<FunctionDecl>(each);
      if (one && (one->isMain() || (isCalledSilently(one) && one->isUsed())))
        follow(one);
      else if (isa<VarDecl>(each))
        scan.TraverseDecl(each);
      else if (auto *inner = one ? nullptr : dyn_cast<DeclContext>(each))
        self(self, inner);
      if (auto *pattern = dyn_cast<FunctionTemplateDecl>(each))
        for (FunctionDecl *instance : pattern->specializations())
          if (isCalledSilently(instance) && instance->isUsed())
            follow(instance);
      if (auto *pattern = dyn_cast<ClassTemplateDecl>(each))
        for (ClassTemplateSpecializationDecl *instance : pattern->specializations())
          self(self, instance);
    }
  };
  start(start, context.getTranslationUnitDecl());
  while (!pending.empty()) {
    const FunctionDecl *next = pending.back();
    pending.pop_back();
    follow(next);
  }
  return reached.contains(function->getCanonicalDecl());
}

} // namespace fencepost::plugin
