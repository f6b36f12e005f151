//===- RangeLoops.cpp - loops over all elements of an array or container ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeLoops.h"

#include "Containers.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace clang;

namespace fencepost::plugin {

using IsElement = llvm::function_ref<bool(const Expr *)>;

/// Whether what the expression does besides cannot change what the element is, nor complete an
/// operation: the element may be accessed last.
static bool isPlain(const Stmt *part, const VarDecl *begin, IsElement isElement) {
  auto *expr = dyn_cast_or_null<Expr>(part);
  if (!expr || (isElement(expr->IgnoreImplicit())))
    return true;
  if (isa<DeclRefExpr>(expr) && variableOf(expr) == begin)
    return false;
  if (auto *made = dyn_cast<CXXConstructExpr>(expr); made && !made->getConstructor()->isTrivial())
    return false;
  if (auto *call = dyn_cast<CallExpr>(expr)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool isOfNumbers =
        callee && !isa<CXXMethodDecl>(callee) && callee->getReturnType()->isArithmeticType() &&
        llvm::all_of(callee->parameters(),
                     [](const ParmVarDecl *each) { return each->getType()->isArithmeticType(); });
    const unsigned builtin = callee ? callee->getBuiltinID() : 0;
    if (builtin && callee->getASTContext().BuiltinInfo.isUnevaluated(builtin))
      return false;
    if (!isOfNumbers || !(callee->isInStdNamespace() || callee->hasAttr<ConstAttr>()))
      return false;
  }
  if (isa<LambdaExpr, BlockExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, StmtExpr, CoawaitExpr>(
          expr))
    return false;
  return llvm::all_of(expr->children(),
                      [&](const Stmt *child) { return isPlain(child, begin, isElement); });
}

/// The first place in what is surely evaluated that is the element.
static const Expr *findElement(const Stmt *part, IsElement isElement) {
  auto *expr = dyn_cast_or_null<Expr>(part);
  if (!expr ||
      isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, AbstractConditionalOperator>(
          expr))
    return nullptr;
  if (isElement(expr))
    return expr;
  auto *binary = dyn_cast<BinaryOperator>(expr);
  if (binary && binary->isLogicalOp())
    return findElement(binary->getLHS(), isElement);
  for (const Stmt *child : expr->children())
    if (const Expr *found = findElement(child, isElement))
      return found;
  return nullptr;
}

namespace {
/// What a loop does to its first element.
struct FirstUse {
  const Expr *element;
  bool writes;
};
} // namespace

/// As an operand of numbers' operators, or where its value is taken: what is passed on by reference
/// is not known to be accessed.
static std::optional<FirstUse> useIn(const Expr *expr, const VarDecl *begin, IsElement isElement) {
  if (!isPlain(expr, begin, isElement))
    return std::nullopt;
  expr = expr->IgnoreImplicit();
  auto isIt = [&](const Expr *operand) { return isElement(operand->IgnoreParens()); };
  if (auto *binary = dyn_cast<BinaryOperator>(expr); binary && binary->isAssignmentOp()) {
    if (isIt(binary->getLHS()))
      return FirstUse{binary->getLHS()->IgnoreParens(), true};
  } else if (auto *unary = dyn_cast<UnaryOperator>(expr);
             unary && unary->isIncrementDecrementOp()) {
    if (isIt(unary->getSubExpr()))
      return FirstUse{unary->getSubExpr()->IgnoreParens(), true};
  }
  const Expr *read = findElement(expr, [&](const Expr *part) {
    auto *value = dyn_cast<ImplicitCastExpr>(part);
    return value && value->getCastKind() == CK_LValueToRValue && isIt(value->getSubExpr());
  });
  if (!read)
    return std::nullopt;
  return FirstUse{cast<ImplicitCastExpr>(read)->getSubExpr()->IgnoreParens(), false};
}

/// Of the first thing that the body does.
static std::optional<FirstUse> firstUse(const Stmt *body, const VarDecl *begin,
                                        IsElement isElement) {
  if (auto *compound = dyn_cast<CompoundStmt>(body))
    return compound->body_empty() ? std::nullopt
                                  : firstUse(compound->body_front(), begin, isElement);
  if (auto *branch = dyn_cast<IfStmt>(body)) {
    const bool isPlain = branch->getCond() && !branch->getInit() &&
                         !branch->getConditionVariable() && !branch->isConstexpr();
    return isPlain ? useIn(branch->getCond(), begin, isElement) : std::nullopt;
  }
  if (auto *declaration = dyn_cast<DeclStmt>(body)) {
    auto *variable =
        declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
    const Expr *initial =
        variable && !variable->getType()->isReferenceType() ? variable->getInit() : nullptr;
    return initial ? useIn(initial, begin, isElement) : std::nullopt;
  }
  auto *expr = dyn_cast<Expr>(body);
  return expr ? useIn(expr, begin, isElement) : std::nullopt;
}

/// The lvalue of which the variable takes the value; null where it is none, as of an array.
static const Expr *valueTaken(const VarDecl *variable) {
  const Expr *value = variable->getInit();
  while (auto *cast = dyn_cast_or_null<ImplicitCastExpr>(value)) {
    if (cast->getCastKind() == CK_LValueToRValue)
      return cast->getSubExpr();
    value = cast->getSubExpr();
  }
  return nullptr;
}

std::optional<RangeLoop> rangeLoopOf(const CXXForRangeStmt *loop, const ASTContext &context) {
  const Expr *range = loop->getRangeInit();
  const VarDecl *each = loop->getLoopVariable();
  auto *begin = loop->getBeginStmt();
  auto *type = range ? context.getAsConstantArrayType(range->getType()) : nullptr;
  bool isRange = type ? type->getSize() != 0 : range && range->getType()->isRecordType();
  if (!isRange || !range->isLValue() || !begin || !begin->isSingleDecl())
    return std::nullopt;
  auto *first = cast<VarDecl>(begin->getSingleDecl());
  if (!each->getType()->isReferenceType()) {
    const Expr *element = valueTaken(each);
    return element ? std::optional(RangeLoop{first, range, element->getType(), false})
                   : std::nullopt;
  }
  auto use = firstUse(loop->getBody(), first, [&](const Expr *expr) {
    return isa<DeclRefExpr>(expr) && variableOf(expr) == each;
  });
  if (!use)
    return std::nullopt;
  return RangeLoop{first, range, each->getType().getNonReferenceType(), use->writes};
}

/// The container of its begin() or end(), or of std::begin or std::end of it.
static const Expr *rangeOfEnd(const Expr *expr, std::initializer_list<llvm::StringRef> names) {
  auto *call = dyn_cast<CallExpr>(withoutConversions(expr));
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || !llvm::is_contained(names, callee->getName()))
    return nullptr;
  auto *method = dyn_cast<CXXMemberCallExpr>(call);
  const Expr *range = method && call->getNumArgs() == 0 ? method->getImplicitObjectArgument()
                      : !method && callee->isInStdNamespace() && call->getNumArgs() == 1
                          ? call->getArg(0)
                          : nullptr;
  return range && isInOnePiece(range->getType()->getAsCXXRecordDecl()) ? range : nullptr;
}

static std::optional<std::pair<const Expr *, const Expr *>> comparedIn(const Expr *condition) {
  condition = condition->IgnoreImplicit();
  if (auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(condition))
    if (auto form = rewritten->getDecomposedForm(); form.Opcode == BO_NE)
      return std::pair(form.LHS, form.RHS);
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(condition);
      call && (call->getOperator() == OO_ExclaimEqual || call->getOperator() == OO_Less))
    return std::pair<const Expr *, const Expr *>(call->getArg(0), call->getArg(1));
  return std::nullopt;
}

/// What a container's iterator is, constant or not: another class may do anything with one.
static const ClassTemplateDecl *templateOf(QualType type) {
  auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return made ? made->getSpecializedTemplate() : nullptr;
}

std::optional<RangeLoop> rangeLoopOf(const ForStmt *loop) {
  auto *declaration = dyn_cast_or_null<DeclStmt>(loop->getInit());
  auto compared = loop->getCond() ? comparedIn(loop->getCond()) : std::nullopt;
  if (!declaration || !compared)
    return std::nullopt;
  const VarDecl *iterator = variableOf(withoutConversions(compared->first));
  if (!iterator || !llvm::is_contained(declaration->decls(), iterator) || !iterator->getInit())
    return std::nullopt;
  const Expr *end = compared->second;
  if (const VarDecl *named = variableOf(withoutConversions(end));
      named && named->getInit() && llvm::is_contained(declaration->decls(), named))
    end = named->getInit();
  const Expr *range = rangeOfEnd(iterator->getInit(), {"begin", "cbegin"});
  const Expr *other = rangeOfEnd(end, {"end", "cend"});
  const VarDecl *container = range && other ? variableOf(range->IgnoreParenImpCasts()) : nullptr;
  const ClassTemplateDecl *type = templateOf(iterator->getType());
  if (!container || container != variableOf(other->IgnoreParenImpCasts()) || !type ||
      type != templateOf(withoutConversions(iterator->getInit())->getType()))
    return std::nullopt;
  auto use = firstUse(loop->getBody(), iterator, [&](const Expr *expr) {
    auto *star = dyn_cast<CXXOperatorCallExpr>(expr);
    return star && star->getOperator() == OO_Star && star->getNumArgs() == 1 &&
           variableOf(star->getArg(0)->IgnoreParenImpCasts()) == iterator;
  });
  if (!use)
    return std::nullopt;
  return RangeLoop{iterator, range, use->element->getType(), use->writes};
}

} // namespace fencepost::plugin
