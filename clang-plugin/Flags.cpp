//===- Flags.cpp - members that tell an object's methods what to do -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Names.h"
#include "SoleResult.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Of more than these there are too many combinations.
constexpr std::size_t kMostFlags = 2;

class Decision {
public:
  Decision(const FlagsOfObjects &flags, const FunctionInfo &info) : flags(flags), info(info) {}

  std::optional<int64_t> of(const Expr *expr) const {
    expr = expr->IgnoreParenImpCasts();
    if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_LNot) {
      auto value = of(unary->getSubExpr());
      return value ? std::optional<int64_t>(!*value) : std::nullopt;
    }
    if (auto *binary = dyn_cast<BinaryOperator>(expr); binary && binary->isEqualityOp()) {
      auto left = of(binary->getLHS()), right = of(binary->getRHS());
      bool equal = binary->getOpcode() == BO_EQ;
      return left && right ? std::optional<int64_t>((*left == *right) == equal) : std::nullopt;
    }
    if (auto *call = dyn_cast<CXXMemberCallExpr>(expr); call && call->getNumArgs() == 0) {
      const Expr *result = soleResult(call, info.context);
      auto *own = result ? dyn_cast<MemberExpr>(result->IgnoreParenImpCasts()) : nullptr;
      if (own && isa<CXXThisExpr>(own->getBase()->IgnoreParenImpCasts()))
        return ofMember(call->getImplicitObjectArgument(), own->getMemberDecl());
    }
    if (auto *member = dyn_cast<MemberExpr>(expr))
      return ofMember(member->getBase(), member->getMemberDecl());
    return flagValue(expr, info.context);
  }

private:
  const FlagsOfObjects &flags;
  const FunctionInfo &info;

  std::optional<int64_t> ofMember(const Expr *object, const ValueDecl *member) const {
    object = object->IgnoreParenImpCasts();
    const VarDecl *variable = isa<CXXThisExpr>(object) ? nullptr : variableOf(object);
    if (!variable && !isa<CXXThisExpr>(object))
      return std::nullopt;
    auto found = flags.find({variable, dyn_cast<FieldDecl>(member)});
    return found == flags.end() ? std::nullopt : std::optional(found->second);
  }
};

} // namespace

std::vector<const FieldDecl *> flagsOf(const CXXRecordDecl *record) {
  std::vector<const FieldDecl *> found;
  if (record)
    for (const FieldDecl *member : record->fields())
      if (!member->getType().isVolatileQualified() &&
          (member->getType()->isBooleanType() || isWindowType(member->getType())) &&
          !member->getType()->isReferenceType())
        found.push_back(member);
  return found;
}

std::vector<Flags> assumptions(const CXXRecordDecl *record) {
  std::vector<const FieldDecl *> members = flagsOf(record);
  std::vector<Flags> found{{}};
  if (members.size() > kMostFlags)
    return found;
  for (const FieldDecl *member : members)
    for (std::size_t i = 0, known = found.size(); i < known; ++i)
      for (int64_t value : {0, 1}) {
        found.push_back(found[i]);
        found.back()[member] = value;
      }
  return found;
}

Flags ofObject(const FlagsOfObjects &flags, const VarDecl *object) {
  Flags found;
  for (const auto &[place, value] : flags)
    if (place.first == object)
      found[place.second] = value;
  return found;
}

std::optional<int64_t> flagValue(const Expr *expr, const ASTContext &context) {
  if (isNullHandle(expr, context))
    return 0;
  if (isWindowType(expr->getType()))
    return std::nullopt;
  return constantValue(expr->IgnoreParenImpCasts(), context);
}

std::optional<std::pair<const VarDecl *, const FieldDecl *>> flagOf(const Expr *lvalue,
                                                                    const FunctionInfo &info) {
  auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParenCasts());
  auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field)
    return std::nullopt;
  const Expr *object = member->getBase()->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(object) && info.calledFor.flags)
    return std::pair(static_cast<const VarDecl *>(nullptr), field);
  const VarDecl *variable = variableOf(object);
  if (variable && info.isolated.contains(variable))
    return std::pair(variable, field);
  return std::nullopt;
}

std::optional<bool> decided(const CFGBlock *block, const FlagsOfObjects &flags,
                            const FunctionInfo &info) {
  if (flags.empty() || block->succ_size() != 2 || !block->getTerminatorCondition())
    return std::nullopt;
  const Expr *condition = block->getLastCondition();
  auto value = condition ? Decision(flags, info).of(condition) : std::nullopt;
  return value ? std::optional(*value != 0) : std::nullopt;
}

} // namespace fencepost::plugin
