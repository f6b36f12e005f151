//===- Groups.cpp - which processes a group consists of ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Groups.h"

#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Names.h"
#include "Shifts.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

static const CallExpr *callOf(const Stmt *statement, llvm::StringRef name) {
  if (auto *assignment = dyn_cast<BinaryOperator>(statement);
      assignment && assignment->getOpcode() == BO_Assign)
    statement = assignment->getRHS()->IgnoreParenImpCasts();
  auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && isMpiFunction(callee) && callee->getName() == name ? call : nullptr;
}

static bool contains(const Stmt *statement, const Stmt *looked) {
  return statement == looked || llvm::any_of(statement->children(), [&](const Stmt *child) {
           return child && contains(child, looked);
         });
}

static bool hasLabels(const Stmt *statement) {
  return isa<LabelStmt>(statement) || llvm::any_of(statement->children(), [](const Stmt *child) {
           return child && hasLabels(child);
         });
}

/// Whether the statement may give the variable another value: it is more than read there.
static bool mayChange(const Stmt *statement, const VarDecl *variable) {
  if (auto *cast = dyn_cast<ImplicitCastExpr>(statement);
      cast && cast->getCastKind() == CK_LValueToRValue && variableOf(cast->getSubExpr()))
    return false;
  if (auto *named = dyn_cast<DeclRefExpr>(statement))
    return named->getDecl() == variable;
  if (isa<LambdaExpr>(statement))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return child && mayChange(child, variable); });
}

namespace {
/// Finds the call of a function that makes handles which made the one that a variable has at a
/// place, by what is written in front of that.
class Maker {
public:
  Maker(const VarDecl *variable, llvm::StringRef name, const Stmt *place)
      : variable(variable), name(name), place(place) {}

  /// What made it is known in `made` when the place is come to; null: nothing certain.
  void go(const Stmt *statement) {
    if (!contains(statement, place)) {
      if (!mayChange(statement, variable))
        return;
      const CallExpr *call = callOf(statement, name);
      const unsigned last = call ? call->getNumArgs() - 1 : 0;
      made = call && referenceOrAddress(call->getArg(last)) &&
                     referenceOrAddress(call->getArg(last))->getDecl() == variable
                 ? call
                 : nullptr;
      return;
    }
    if (isa<Expr>(statement))
      return;
    isBeyondUs |= isa<CXXTryStmt, SwitchStmt>(statement);
    // The turn before may have made another one.
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement) &&
        mayChange(statement, variable))
      made = nullptr;
    if (auto *choice = dyn_cast<IfStmt>(statement)) {
      for (const Stmt *branch : {choice->getThen(), choice->getElse()})
        if (branch && contains(branch, place))
          go(branch);
      return;
    }
    for (const Stmt *child : statement->children())
      if (child) {
        go(child);
        if (contains(child, place))
          return;
      }
  }

  const CallExpr *made = nullptr;
  bool isBeyondUs = false;

private:
  const VarDecl *variable;
  llvm::StringRef name;
  const Stmt *place;
};
} // namespace

static const CallExpr *makerOf(const Expr *group, llvm::StringRef name, const Stmt *place,
                               const FunctionInfo &info) {
  const VarDecl *variable = variableOf(group);
  if (!variable || !variable->isLocalVarDecl() || !variable->hasLocalStorage() ||
      variable->getType()->isReferenceType())
    return nullptr;
  const Stmt *body = info.function->getBody();
  if (!contains(body, place) || hasLabels(body))
    return nullptr;
  Maker maker(variable, name, place);
  maker.go(body);
  return maker.isBeyondUs ? nullptr : maker.made;
}

/// The expressions of `count` ranks that the process has there.
static llvm::SmallVector<const Expr *, 4> elementsOf(const Expr *ranks, int64_t count,
                                                     const FunctionInfo &info,
                                                     const std::string &comm,
                                                     std::optional<int64_t> rank) {
  ranks = ranks->IgnoreParenImpCasts();
  if (auto *choice = dyn_cast<ConditionalOperator>(ranks)) {
    const auto answer = numberOf(choice->getCond(), info, {comm, rank});
    if (!answer)
      return {};
    return elementsOf(*answer ? choice->getTrueExpr() : choice->getFalseExpr(), count, info, comm,
                      rank);
  }
  if (auto *address = dyn_cast<UnaryOperator>(ranks);
      address && address->getOpcode() == UO_AddrOf && count == 1)
    return {address->getSubExpr()};
  const Expr *initial = nullptr;
  if (const VarDecl *array = variableOf(ranks))
    initial = info.isFixedArray(array) ? array->getInit() : nullptr;
  else if (auto *literal = dyn_cast<CompoundLiteralExpr>(ranks))
    initial = literal->getInitializer();
  auto *list = dyn_cast_or_null<InitListExpr>(initial);
  llvm::SmallVector<const Expr *, 4> elements;
  for (int64_t i = 0; list && i < count && i < list->getNumInits(); ++i)
    elements.push_back(list->getInit(i));
  return elements;
}

std::optional<std::vector<int64_t>> ranksOf(const CallExpr *opening, const FunctionInfo &info,
                                            const std::string &comm, std::optional<int64_t> rank) {
  auto [known, isNew] = info.groupMakers.try_emplace(opening);
  auto &[some, all] = known->second;
  if (isNew) {
    some = makerOf(opening->getArg(0), "MPI_Group_incl", opening, info);
    all = some ? makerOf(some->getArg(0), "MPI_Comm_group", some, info) : nullptr;
  }
  if (!all || comm.empty() || info.nameOfComm(all->getArg(0)) != comm)
    return std::nullopt;
  const auto count = numberOf(some->getArg(1), info, {comm, rank});
  constexpr int64_t kMost = 64;
  if (!count || *count < 0 || *count > kMost)
    return std::nullopt;
  std::vector<int64_t> result;
  for (const Expr *element : elementsOf(some->getArg(2), *count, info, comm, rank)) {
    const auto number = numberOf(element, info, {comm, rank});
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  if (static_cast<int64_t>(result.size()) != *count)
    return std::nullopt;
  return result;
}

} // namespace fencepost::plugin
