//===- RangeLoops.cpp - loops over all elements of an array or container ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeLoops.h"

#include "Containers.h"
#include "ControlFlow.h"
#include "MpiCall.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {
/// What the first statements of a loop's body do to the element of that iteration: that they write
/// a part of it, or else that they read one.
class FirstUse {
public:
  /// A part of the element, `offset` bytes from its begin.
  struct Part {
    QualType type;
    int64_t offset = 0;
    bool writes = false;
  };

  /// `begin` is the variable that says which element it is, `isElement` an expression that is it,
  /// or points to it.
  FirstUse(const ASTContext &context, const VarDecl *begin,
           llvm::function_ref<bool(const Expr *)> isElement)
      : context(context), begin(begin), isElement(isElement) {}

  std::optional<Part> in(const Stmt *body) const;

private:
  const ASTContext &context;
  const VarDecl *begin;
  llvm::function_ref<bool(const Expr *)> isElement;

  std::optional<Part> partOf(const Expr *place) const;
  bool isPlain(const Stmt *part) const;
  std::optional<Part> written(const Expr *expr) const;
  std::optional<Part> read(const Stmt *part) const;
  std::optional<Part> inExpr(const Expr *expr) const;
  bool isPassed(const Stmt *statement) const;
};
} // namespace

/// The element, a member of it, or an element of an array in it with a constant index.
std::optional<FirstUse::Part> FirstUse::partOf(const Expr *place) const {
  Part part{place->getType()};
  for (;;) {
    place = place->IgnoreParens();
    if (isElement(place))
      return part;
    if (auto *member = dyn_cast<MemberExpr>(place)) {
      auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (!field || field->isBitField() || field->getType()->isReferenceType() ||
          field->getParent()->isDependentContext() || field->getParent()->isInvalidDecl())
        return std::nullopt;
      const ASTRecordLayout &layout = context.getASTRecordLayout(field->getParent());
      part.offset +=
          context.toCharUnitsFromBits(layout.getFieldOffset(field->getFieldIndex())).getQuantity();
      place = member->getBase();
      continue;
    }
    auto *subscript = dyn_cast<ArraySubscriptExpr>(place);
    auto *array = subscript ? dyn_cast<ImplicitCastExpr>(subscript->getBase()) : nullptr;
    if (!array || array->getCastKind() != CK_ArrayToPointerDecay ||
        !subscript->getType()->isConstantSizeType())
      return std::nullopt;
    auto index = constantValue(subscript->getIdx(), context);
    if (!index)
      return std::nullopt;
    part.offset += *index * context.getTypeSizeInChars(subscript->getType()).getQuantity();
    place = array->getSubExpr();
  }
}

/// Whether what the expression does besides cannot change what the element is, nor complete an
/// operation: the element may be accessed last.
bool FirstUse::isPlain(const Stmt *part) const {
  auto *expr = dyn_cast_or_null<Expr>(part);
  if (!expr || partOf(expr->IgnoreImplicit()))
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
    if (!isOfNumbers || (builtin && context.BuiltinInfo.isUnevaluated(builtin)) ||
        !(callee->isInStdNamespace() || callee->hasAttr<ConstAttr>()))
      return false;
  }
  if (isa<LambdaExpr, BlockExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, StmtExpr, CoawaitExpr,
          CoyieldExpr>(expr))
    return false;
  return llvm::all_of(expr->children(), [&](const Stmt *child) { return isPlain(child); });
}

/// By an assignment or increment.
std::optional<FirstUse::Part> FirstUse::written(const Expr *expr) const {
  const Expr *place = nullptr;
  if (auto *binary = dyn_cast<BinaryOperator>(expr); binary && binary->isAssignmentOp())
    place = isPlain(binary->getRHS()) ? binary->getLHS() : nullptr;
  else if (auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->isIncrementDecrementOp())
    place = unary->getSubExpr();
  else if (auto *call = dyn_cast<CXXOperatorCallExpr>(expr); call && isPlainAssignment(call))
    place = isPlain(call->getArg(1)) ? call->getArg(0) : nullptr;
  auto part = place ? partOf(place) : std::nullopt;
  if (part)
    part->writes = true;
  return part;
}

/// Where its value is taken in what is surely evaluated. What is passed on by reference is not
/// known to be accessed.
std::optional<FirstUse::Part> FirstUse::read(const Stmt *part) const {
  auto *expr = dyn_cast_or_null<Expr>(part);
  if (!expr ||
      isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, AbstractConditionalOperator>(
          expr))
    return std::nullopt;
  if (auto *cast = dyn_cast<ImplicitCastExpr>(expr);
      cast && cast->getCastKind() == CK_LValueToRValue)
    if (auto found = partOf(cast->getSubExpr()))
      return found;
  if (auto *binary = dyn_cast<BinaryOperator>(expr); binary && binary->isLogicalOp())
    return read(binary->getLHS());
  for (const Stmt *child : expr->children())
    if (auto found = read(child))
      return found;
  return std::nullopt;
}

std::optional<FirstUse::Part> FirstUse::inExpr(const Expr *expr) const {
  if (auto part = written(expr->IgnoreImplicit()))
    return part;
  return isPlain(expr) ? read(expr) : std::nullopt;
}

/// Whether what follows the statement is sure to be executed, with the same element.
bool FirstUse::isPassed(const Stmt *statement) const {
  if (auto *declaration = dyn_cast<DeclStmt>(statement))
    return llvm::all_of(declaration->decls(), [&](const Decl *each) {
      auto *variable = dyn_cast<VarDecl>(each);
      return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
             isPlain(variable->getInit());
    });
  return isa<Expr>(statement) && isPlain(statement);
}

std::optional<FirstUse::Part> FirstUse::in(const Stmt *body) const {
  if (auto *compound = dyn_cast<CompoundStmt>(body)) {
    std::optional<Part> found;
    for (const Stmt *each : compound->body()) {
      auto part = in(each);
      if (part && (!found || part->writes))
        found = part;
      if ((found && found->writes) || !isPassed(each))
        break;
    }
    return found;
  }
  if (auto *branch = dyn_cast<IfStmt>(body)) {
    const bool isPlain = branch->getCond() && !branch->getInit() &&
                         !branch->getConditionVariable() && !branch->isConstexpr();
    return isPlain ? inExpr(branch->getCond()) : std::nullopt;
  }
  if (auto *declaration = dyn_cast<DeclStmt>(body)) {
    auto *variable =
        declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
    const Expr *initial =
        variable && !variable->getType()->isReferenceType() && !variable->isStaticLocal()
            ? variable->getInit()
            : nullptr;
    return initial ? inExpr(initial) : std::nullopt;
  }
  // A row of the array that is looped over.
  if (isa<CXXForRangeStmt>(body)) {
    auto row = rangeLoopOf(body, context);
    auto part = row && context.getAsConstantArrayType(row->range->getType()) ? partOf(row->range)
                                                                             : std::nullopt;
    return part ? std::optional(Part{row->element, part->offset + row->offset, row->writes})
                : std::nullopt;
  }
  auto *expr = dyn_cast<Expr>(body);
  return expr ? inExpr(expr) : std::nullopt;
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

static std::optional<RangeLoop> loopOver(const CXXForRangeStmt *loop, const ASTContext &context) {
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
    return element ? std::optional(RangeLoop{first, range, element->getType(), 0, false})
                   : std::nullopt;
  }
  auto isElement = [&](const Expr *expr) {
    return isa<DeclRefExpr>(expr) && variableOf(expr) == each;
  };
  auto use = FirstUse(context, first, isElement).in(loop->getBody());
  if (!use)
    return std::nullopt;
  return RangeLoop{first, range, use->type, use->offset, use->writes};
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

/// The same variable, or the same member of this object.
static bool isSame(const Expr *one, const Expr *other) {
  one = one->IgnoreParenImpCasts();
  other = other->IgnoreParenImpCasts();
  if (const VarDecl *variable = variableOf(one))
    return variable == variableOf(other);
  auto *member = dyn_cast<MemberExpr>(one), *same = dyn_cast<MemberExpr>(other);
  return member && same && member->getMemberDecl() == same->getMemberDecl() &&
         isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) &&
         isa<CXXThisExpr>(same->getBase()->IgnoreParenImpCasts());
}

/// for (auto it = v.begin(); it != v.end(); ++it)
static std::optional<RangeLoop> loopOver(const ForStmt *loop, const ASTContext &context) {
  auto *declaration = dyn_cast_or_null<DeclStmt>(loop->getInit());
  auto compared = loop->getCond() ? comparedIn(loop->getCond()) : std::nullopt;
  if (!declaration || !compared)
    return std::nullopt;
  const VarDecl *iterator = variableOf(withoutConversions(compared->first));
  if (!iterator || !llvm::is_contained(declaration->decls(), iterator) || !iterator->getInit())
    return std::nullopt;
  // Others that are declared with it may move it.
  const Expr *end = compared->second;
  if (const VarDecl *named = variableOf(withoutConversions(end));
      named && named->getInit() && llvm::is_contained(declaration->decls(), named))
    end = named->getInit();
  else if (!declaration->isSingleDecl())
    return std::nullopt;
  if (std::distance(declaration->decl_begin(), declaration->decl_end()) > 2)
    return std::nullopt;
  const Expr *range = rangeOfEnd(iterator->getInit(), {"begin", "cbegin"});
  const Expr *other = rangeOfEnd(end, {"end", "cend"});
  const ClassTemplateDecl *type = templateOf(iterator->getType());
  if (!range || !other || !isSame(range, other) || !type ||
      type != templateOf(withoutConversions(iterator->getInit())->getType()))
    return std::nullopt;
  auto isElement = [&](const Expr *expr) {
    auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
    return call && (call->getOperator() == OO_Star || call->getOperator() == OO_Arrow) &&
           call->getNumArgs() == 1 &&
           variableOf(call->getArg(0)->IgnoreParenImpCasts()) == iterator;
  };
  auto use = FirstUse(context, iterator, isElement).in(loop->getBody());
  if (!use)
    return std::nullopt;
  return RangeLoop{iterator, range, use->type, use->offset, use->writes};
}

/// Whether it calls nothing but operators and functions of the library.
static bool callsNobody(const Stmt *statement) {
  if (!statement)
    return true;
  auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if ((call && !(callee && (callee->isInStdNamespace() || callee->getBuiltinID()))) ||
      isa<LambdaExpr, CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, CoawaitExpr,
          CoyieldExpr, AsmStmt>(statement))
    return false;
  return llvm::all_of(statement->children(), callsNobody);
}

std::optional<RangeLoop> rangeLoopOf(const Stmt *loop, const ASTContext &context) {
  auto found = std::optional<RangeLoop>();
  if (auto *range = dyn_cast<CXXForRangeStmt>(loop))
    found = loopOver(range, context);
  else if (auto *iterators = dyn_cast<ForStmt>(loop))
    found = loopOver(iterators, context);
  auto *all = dyn_cast<CXXForRangeStmt>(loop);
  if (found && all && found->offset == 0 && !leaves(all->getBody()) && callsNobody(all->getBody()))
    found->isWhole = context.hasSameUnqualifiedType(
        found->element, all->getLoopVariable()->getType().getNonReferenceType());
  const bool isSized = found && !found->element->isIncompleteType() &&
                       !found->element->isDependentType() && found->element->isConstantSizeType();
  return isSized ? found : std::nullopt;
}

/// The first variable that is named in the expression; or null.
static const VarDecl *variableIn(const Stmt *expr) {
  if (auto *named = dyn_cast<DeclRefExpr>(expr))
    return dyn_cast<VarDecl>(named->getDecl());
  for (const Stmt *child : expr->children())
    if (const VarDecl *variable = child ? variableIn(child) : nullptr)
      return variable;
  return nullptr;
}

const Expr *rangeBehind(const Expr *lvalue) {
  const VarDecl *variable = variableIn(lvalue);
  if (!variable || !variable->isCXXForRangeDecl())
    return nullptr;
  const Expr *initial = variable->getInit(); // *__begin, which is begun at __range
  for (variable = initial ? variableIn(initial) : nullptr; variable && variable->isImplicit();
       variable = initial ? variableIn(initial) : nullptr)
    initial = variable->getInit();
  return initial;
}

} // namespace fencepost::plugin
