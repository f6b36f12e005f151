//===- WindowPath.cpp - how a function names a window ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowPath.h"

#include "Bases.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "MemberValues.h"
#include "MpiCall.h"
#include "Names.h"
#include "SoleResult.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

std::string variableIndex(const ValueDecl *variable) {
  return "[v" + std::to_string(reinterpret_cast<uintptr_t>(variable)) + "]";
}

constexpr llvm::StringLiteral kElements = "*e";

} // namespace

std::string stepOf(const ValueDecl *member) {
  return "." + std::to_string(reinterpret_cast<uintptr_t>(member));
}

namespace {

class PathBuilder {
public:
  explicit PathBuilder(const FunctionInfo &info) : info(info) {}
  WindowPath result;

  bool lvalue(const Expr *expr) {
    expr = expr->IgnoreParenNoopCasts(info.context);
    if (auto *cast = dyn_cast<CastExpr>(expr);
        cast && (cast->getCastKind() == CK_NoOp || offsetOfBase(cast, info.context)))
      return lvalue(cast->getSubExpr());
    if (const Expr *bound = boundTo(expr))
      return lvalue(bound);
    if (const VarDecl *temporary = info.temporaryOf(expr))
      return variable(temporary);
    if (auto *named = dyn_cast<DeclRefExpr>(expr))
      return variable(dyn_cast<VarDecl>(named->getDecl()));
    if (auto *member = dyn_cast<MemberExpr>(expr))
      return this->member(member);
    if (auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
      return element(subscript);
    if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_Deref)
      return pointee(unary->getSubExpr());
    if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
        call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2)
      return elements(call->getArg(0)) && index(call->getArg(1));
    if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
        call && call->getOperator() == OO_Star && call->getNumArgs() == 1)
      return elements(call->getArg(0));
    if (const Expr *container = ofAccessor(expr, {"at"}, 1))
      return elements(container) && index(cast<CallExpr>(expr)->getArg(0));
    if (const Expr *container = ofAccessor(expr, {"front"}))
      return elements(container);
    if (auto *call = dyn_cast<CallExpr>(expr))
      return returned(call);
    return false;
  }

  bool pointee(const Expr *expr) {
    expr = expr->IgnoreParens();
    if (isa<CXXThisExpr>(expr)) {
      result.steps = "*";
      return true;
    }
    if (auto *cast = dyn_cast<CastExpr>(expr))
      switch (cast->getCastKind()) {
      case CK_ArrayToPointerDecay:
        return lvalue(cast->getSubExpr()) && step("[0]");
      case CK_NoOp:
      case CK_BitCast:
        return pointee(cast->getSubExpr());
      case CK_LValueToRValue:
        return value(cast->getSubExpr());
      default:
        return offsetOfBase(cast, info.context) && pointee(cast->getSubExpr());
      }
    if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_AddrOf)
      return lvalue(unary->getSubExpr());
    if (const Expr *container = ofAccessor(expr, {"data", "get"}))
      return elements(container);
    if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
        call && call->getOperator() == OO_Arrow && call->getNumArgs() == 1)
      return elements(call->getArg(0));
    return false;
  }

private:
  const FunctionInfo &info;

  bool step(llvm::StringRef text) {
    result.steps += text;
    return true;
  }

  bool variable(const VarDecl *variable) {
    if (!variable || variable->getType().isVolatileQualified())
      return false;
    // A reference, or a copy of the handle, that always means the same window.
    if (info.aliases.contains(variable) &&
        (variable->getType()->isReferenceType() || isWindowType(variable->getType())))
      return copied(info.soleValues.lookup(variable));
    result.root = variable;
    result.dependsOn.push_back(variable);
    return true;
  }

  bool copied(const Expr *value) { return lvalue(value->IgnoreParenImpCasts()); }

  bool value(const Expr *pointer) {
    if (auto *named = dyn_cast<DeclRefExpr>(pointer->IgnoreParens()))
      if (auto *variable = dyn_cast<VarDecl>(named->getDecl()); info.aliases.contains(variable))
        return pointee(info.soleValues.lookup(variable));
    return lvalue(pointer) && step("*");
  }

  bool member(const MemberExpr *member) {
    const ValueDecl *declaration = member->getMemberDecl();
    if (auto *field = dyn_cast<VarDecl>(declaration)) // static
      return variable(field);
    if (!(member->isArrow() ? pointee(member->getBase()) : lvalue(member->getBase())))
      return false;
    return append(declaration);
  }

  /// `object.get()` for a method that does nothing but return a member, and a function that returns
  /// a variable everybody knows.
  bool returned(const CallExpr *call) {
    const Expr *value = call->getNumArgs() == 0 ? soleResult(call, info.context) : nullptr;
    if (!value)
      return false;
    value = value->IgnoreParenImpCasts();
    auto *method = dyn_cast<CXXMemberCallExpr>(call);
    // `static_cast<Derived &>(*this)`
    const Expr *whole = withoutBases(value, info.context);
    if (auto *itself = dyn_cast_or_null<UnaryOperator>(whole);
        itself && itself->getOpcode() == UO_Deref &&
        isa<CXXThisExpr>(itself->getSubExpr()->IgnoreParenImpCasts()))
      return method && object(method->getImplicitObjectArgument());
    if (auto *named = dyn_cast<DeclRefExpr>(value)) {
      auto *global = dyn_cast<VarDecl>(named->getDecl());
      return global && global->hasGlobalStorage() && variable(global);
    }
    auto *own = dyn_cast<MemberExpr>(value);
    return method && own && isa<FieldDecl>(own->getMemberDecl()) && isOfItself(own) &&
           object(method->getImplicitObjectArgument()) && append(own->getMemberDecl());
  }

  bool isOfItself(const MemberExpr *member) const {
    const Expr *base = withoutBases(member->getBase(), info.context);
    return base && isa<CXXThisExpr>(base);
  }

  bool object(const Expr *expr) {
    return expr->getType()->isPointerType() ? pointee(expr) : lvalue(expr);
  }

  bool append(const ValueDecl *field) {
    result.dependsOn.push_back(field);
    return step(stepOf(field));
  }

  /// What a container keeps, or a pointer owns, which other code may get at.
  bool elements(const Expr *container) {
    container = container->IgnoreParenImpCasts();
    return isInOnePiece(container->getType()->getAsCXXRecordDecl()) && lvalue(container) &&
           step(kElements);
  }

  bool element(const ArraySubscriptExpr *subscript) {
    auto *decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
    bool array = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
    if (!(array ? lvalue(decay->getSubExpr()) : pointee(subscript->getBase())))
      return false;
    return index(subscript->getIdx());
  }

public:
  /// `*p` and `p[0]` are the same.
  bool index(const Expr *expr) {
    expr = expr->IgnoreParenImpCasts();
    if (auto constant = constantValue(expr, info.context))
      return *constant == 0 && (llvm::StringRef(result.steps).ends_with("*") ||
                                llvm::StringRef(result.steps).ends_with(kElements))
                 ? true
                 : step("[" + std::to_string(*constant) + "]");
    auto *named = dyn_cast<DeclRefExpr>(expr);
    if (!named || !info.isStable(named->getDecl()))
      return false;
    result.dependsOn.push_back(named->getDecl());
    return step(variableIndex(named->getDecl()));
  }
};

} // namespace

WindowPath WindowPath::in(const WindowPath &argument, bool pointed) const {
  WindowPath path = argument;
  llvm::StringRef rest = steps;
  // An element of an array that is passed as the address of its first one.
  if (pointed && rest.consume_front("*") && rest.starts_with("[") &&
      llvm::StringRef(path.steps).ends_with("[0]"))
    path.steps.resize(path.steps.size() - 3);
  path.steps += rest;
  for (const ValueDecl *part : dependsOn)
    if (part != root)
      path.dependsOn.push_back(part);
  return path;
}

std::optional<WindowPath> WindowPath::withIndex(const ValueDecl *variable, const Expr *value,
                                                const FunctionInfo &info) const {
  std::string step = variableIndex(variable);
  std::size_t at = steps.find(step);
  if (at == std::string::npos)
    return *this;
  PathBuilder builder(info);
  builder.result = {root, steps.substr(0, at), dependsOn};
  llvm::erase(builder.result.dependsOn, variable);
  if (!value || !builder.index(value))
    return std::nullopt;
  builder.result.steps += steps.substr(at + step.size());
  return builder.result.withIndex(variable, value, info);
}

bool WindowPath::hasVariableIndex() const { return steps.find("[v") != std::string::npos; }

WindowPath WindowPath::inClosure(const WindowPath &closure) const {
  WindowPath path = closure;
  path.steps += ".c" + std::to_string(reinterpret_cast<uintptr_t>(root)) + steps;
  for (const ValueDecl *part : dependsOn)
    if (part != root)
      path.dependsOn.push_back(part);
  return path;
}

std::optional<WindowPath> pathOf(const Expr *lvalue, const FunctionInfo &info) {
  PathBuilder builder(info);
  if (!builder.lvalue(lvalue))
    return std::nullopt;
  return withMemberValue(std::move(builder.result), info);
}

std::optional<WindowPath> pathOfPointee(const Expr *pointer, const FunctionInfo &info) {
  PathBuilder builder(info);
  if (!builder.pointee(pointer))
    return std::nullopt;
  return std::move(builder.result);
}

std::optional<WindowPath> windowPath(const MpiCall &call, const FunctionInfo &info) {
  if (const Expr *window = call.argument(Role::Window))
    return pathOf(window->IgnoreParenImpCasts(), info);
  const Expr *address = call.argument(Role::NewWindow);
  return address ? pathOfPointee(address, info) : std::nullopt;
}

QualType windowType(const ASTContext &context) {
  for (const NamedDecl *declared :
       context.getTranslationUnitDecl()->lookup(&context.Idents.get("MPI_Win")))
    if (auto *type = dyn_cast<TypedefNameDecl>(declared))
      return type->getUnderlyingType();
  return {};
}

bool isWindowType(QualType type) {
  auto *named = type.getNonReferenceType()->getAs<TypedefType>();
  while (named && named->getDecl()->getName() != "MPI_Win")
    named = named->desugar()->getAs<TypedefType>();
  return named;
}

} // namespace fencepost::plugin
