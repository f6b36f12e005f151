//===- Containers.cpp - containers of the C++ library ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Containers.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

bool isInOnePiece(const CXXRecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained({"vector", "array", "unique_ptr", "span"}, record->getName());
}

const Expr *ofAccessor(const Expr *expr, std::initializer_list<llvm::StringRef> names,
                       unsigned arguments) {
  auto *call = dyn_cast<CXXMemberCallExpr>(expr);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  return method && method->getIdentifier() && call->getNumArgs() == arguments &&
                 llvm::is_contained(names, method->getName())
             ? call->getImplicitObjectArgument()
             : nullptr;
}

bool ownsElements(const CXXRecordDecl *record) {
  auto *made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!made || record->getName() == "span")
    return false;
  if (record->getName() == "array")
    return true;
  const TemplateArgument &owner = made->getTemplateArgs()[1];
  auto *type =
      owner.getKind() == TemplateArgument::Type ? owner.getAsType()->getAsCXXRecordDecl() : nullptr;
  return type && type->isInStdNamespace() &&
         llvm::is_contained({"allocator", "default_delete"}, type->getName());
}

} // namespace fencepost::plugin
