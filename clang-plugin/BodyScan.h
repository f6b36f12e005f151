//===- BodyScan.h - what a body may change that others see ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_BODYSCAN_H
#define FENCEPOST_CLANG_PLUGIN_BODYSCAN_H

#include "Summaries.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace fencepost::plugin {

/// One look at all of a function's body, whatever the order in which it runs.
class BodyScan : public clang::RecursiveASTVisitor<BodyScan> {
public:
  explicit BodyScan(Summaries &summaries) : summaries(summaries) {}
  Effect effect = Effect::None;
  Changes changes;
  bool usesMpi = false;

  bool givesThisAway() const {
    return givesAway || thisExpressions != throughMembers || addressesTaken != addressesForMpi;
  }

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitBinaryOperator(clang::BinaryOperator *binary);
  bool VisitUnaryOperator(clang::UnaryOperator *unary);
  bool VisitCallExpr(clang::CallExpr *call);
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construction);
  bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr *construction);
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *initial);
  bool VisitVarDecl(clang::VarDecl *variable);
  bool VisitCXXNewExpr(clang::CXXNewExpr *expr);
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *expr);
  bool VisitAtomicExpr(clang::AtomicExpr *expr);
  bool VisitCXXThisExpr(clang::CXXThisExpr *);
  bool VisitMemberExpr(clang::MemberExpr *member);
  bool VisitAsmStmt(clang::AsmStmt *statement);

  /// An object of that type, or array of them, ends its life there.
  void destroy(clang::QualType type);

private:
  Summaries &summaries;
  unsigned thisExpressions = 0, throughMembers = 0;
  unsigned addressesTaken = 0, addressesForMpi = 0; // of members
  bool givesAway = false;                           // in a method that is called for it

  void takeOver(const clang::FunctionDecl *callee);

  /// Methods of containers change the container, std::swap and its like what they are given.
  void library(const clang::CallExpr *call);

  /// What a function of the C library, or of MPI, is given the address of.
  void writeArgument(const clang::CallExpr *call, unsigned index);

  /// A function that changes nothing but its own variables has no effect.
  void write(const clang::Expr *lvalue, bool isNull = false);

  void worsen(Effect other) { effect = std::max(effect, other); }
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_BODYSCAN_H
