//===- FunctionInfo.cpp - what a function does with its variables ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionInfo.h"

#include "Captures.h"
#include "FunctionScan.h"
#include "MpiCall.h"
#include "Names.h"
#include "Processes.h"
#include "Requests.h"
#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

FunctionInfo::FunctionInfo(const FunctionDecl *function, ASTContext &context)
    : function(function), context(context), openMp(context.getSourceManager()) {
  scanFunction(*this);
}

const VarDecl *FunctionInfo::temporaryOf(const Expr *expr) const {
  expr = expr->IgnoreParenImpCasts();
  if (auto *cast = dyn_cast<CXXFunctionalCastExpr>(expr)) // std::string("x")
    expr = cast->getSubExpr()->IgnoreParenImpCasts();
  auto *bound = dyn_cast<CXXBindTemporaryExpr>(expr);
  if (!bound)
    return nullptr;
  auto [known, isNew] = temporaries.try_emplace(bound);
  if (isNew) {
    SourceLocation begin = bound->getBeginLoc();
    VarDecl *made =
        VarDecl::Create(context, const_cast<FunctionDecl *>(function), begin, begin,
                        &context.Idents.get(spelling(bound, context)), bound->getType(),
                        context.getTrivialTypeSourceInfo(bound->getType(), begin), SC_None);
    made->setInit(const_cast<Expr *>(bound->getSubExpr()));
    known->second = made;
  }
  return known->second;
}

unsigned FunctionInfo::indexOf(const WindowPath &path, const std::string &called) {
  std::string name =
      called.empty() && path.root && path.steps.empty() ? path.root->getNameAsString() : called;
  for (unsigned i = 0; i < windows.size(); ++i)
    if (windows[i].path == path) {
      if (windows[i].name.empty())
        windows[i].name = name;
      return i;
    }
  Window window{path, name};
  auto *variable = dyn_cast_or_null<VarDecl>(path.root);
  bool isVariable = variable && path.steps.empty();
  window.isLocal = variable && variable->isLocalVarDecl() && !variable->isInitCapture() &&
                   variable->getDeclContext() == function && variable->hasLocalStorage() &&
                   !variable->getType()->isReferenceType() &&
                   path.steps.find('*') == std::string::npos;
  window.isPrivate = isVariable && window.isLocal && !shared.contains(variable);
  window.isCompared = !path.dependsOn.empty() && compared.contains(path.dependsOn.back());
  windows.push_back(std::move(window));
  return windows.size() - 1;
}

bool FunctionInfo::mayBeSame(std::optional<unsigned> a, std::optional<unsigned> b) const {
  if (a == b)
    return true;
  for (auto index : {a, b})
    if (index && windows[*index].isPrivate)
      return false;
  if (!a || !b)
    return true;
  const Window &one = windows[*a], &other = windows[*b];
  if (one.path.root == other.path.root &&
      (one.path.hasVariableIndex() || other.path.hasVariableIndex()))
    return true;
  return !isOwn(one) || !isOwn(other);
}

/// Whether the function made it, also in a loop over the array that it is in.
bool FunctionInfo::isOwn(const Window &window) const {
  if (window.isCreated || window.isAssigned || !window.isLocal || window.path.hasVariableIndex())
    return window.isCreated && !window.isAssigned;
  return llvm::any_of(windows, [&](const Window &made) {
    return made.isCreated && made.path.hasVariableIndex() && made.path.root == window.path.root;
  });
}

bool FunctionInfo::startsEmpty(const VarDecl *variable, const WindowPath &path) const {
  const Expr *initial = variable->getInit();
  if (!initial || isNullHandle(initial, context))
    return true;
  auto *construction = dyn_cast<CXXConstructExpr>(initial->IgnoreImplicit());
  const auto *first = path.dependsOn.size() > 1 ? dyn_cast<FieldDecl>(path.dependsOn[1]) : nullptr;
  if (!construction || !first)
    return construction && path.steps.empty() && construction->getNumArgs() == 0;
  bool isKnown = false;
  const Expr *value = initialValue(construction->getConstructor(), first, isKnown);
  return isKnown && (!value || isNullHandle(value, context));
}

const FunctionDecl *FunctionInfo::calleeOf(const CallExpr *call) const {
  if (const FunctionDecl *direct = call->getDirectCallee())
    return direct;
  const Expr *value = soleValues.lookup(variableOf(call->getCallee()));
  const Expr *plain = value ? value->IgnoreParenCasts() : nullptr;
  if (auto *unary = dyn_cast_or_null<UnaryOperator>(plain))
    plain = unary->getSubExpr()->IgnoreParens();
  auto *named = dyn_cast_or_null<DeclRefExpr>(plain);
  auto *pointed = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr;
  return isMpiFunction(pointed) ? nullptr : pointed;
}

const FunctionInfo *FunctionInfo::ofCallee(const FunctionDecl *callee) const {
  constexpr unsigned kMostDepth = 4;
  const FunctionDecl *definition = nullptr;
  if (depth == kMostDepth || !callee->hasBody(definition))
    return nullptr;
  auto &known = callees[definition];
  if (!known) {
    known = std::make_unique<FunctionInfo>(definition, context);
    known->depth = depth + 1;
    known->processes = processes;
    known->program = program;
  }
  return known.get();
}

const WindowPath *FunctionInfo::placeOf(const Expr *number) const {
  const Expr *lvalue = number->IgnoreParenImpCasts();
  QualType type = lvalue->getType();
  if (!lvalue->isLValue() || !type->isIntegralOrEnumerationType() || type.isVolatileQualified())
    return nullptr;
  auto path = pathOf(lvalue, *this);
  return path ? placeOf(std::move(*path)) : nullptr;
}

const WindowPath *FunctionInfo::placeOf(WindowPath path) const {
  auto &place = places[{path.root, path.steps}];
  if (!place)
    place = std::make_unique<WindowPath>(std::move(path));
  return place.get();
}

bool FunctionInfo::isInMemory(const WindowPath &place) const {
  return !place.root || !place.steps.empty() || !isStable(place.root) || isOfCaller(place.root);
}

bool FunctionInfo::isOfCaller(const ValueDecl *value) const {
  auto *variable = dyn_cast<VarDecl>(value);
  return variable && variable->hasLocalStorage() && ownerOf(variable) != function &&
         !isCaptured(variable, function);
}

bool FunctionInfo::isOnlyMpis(const VarDecl *variable) const {
  return variable && variable->hasLocalStorage() && variable->isLocalVarDecl() &&
         !variable->getType()->isReferenceType() && !shared.contains(variable);
}

bool FunctionInfo::isStable(const ValueDecl *value) const {
  auto *variable = dyn_cast<VarDecl>(value);
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
         !variable->getType().isVolatileQualified() && !unstable.contains(variable);
}

bool FunctionInfo::isSteady(const VarDecl *variable) const {
  if (isCaptured(variable, function))
    return isCapturedConstant(variable, function);
  return variable->hasLocalStorage() && !variable->getType().isVolatileQualified() &&
         !unsteady.contains(variable);
}

constexpr const char *kWorld = "MPI_COMM_WORLD";

std::string FunctionInfo::nameOfComm(const Expr *comm) const {
  const bool isWorld = (processes && processes->areOfOneWorld()) || isMacro(comm, kWorld, context);
  return isWorld ? kWorld : spelling(comm, context);
}

std::string FunctionInfo::commOfSize(const Expr *expr) const {
  const VarDecl *variable = variableOf(expr);
  const Expr *known = variable && isStable(variable) ? sizes.lookup(variable) : nullptr;
  const bool isKnown = !known && processes && processes->areOfOneWorld() && processes->isSize(expr);
  return known ? nameOfComm(known) : isKnown ? kWorld : "";
}

std::string FunctionInfo::commOfRank(const Expr *expr) const {
  const VarDecl *variable = variableOf(expr);
  const Expr *known = variable && isStable(variable) ? ranks.lookup(variable) : nullptr;
  const bool isKnown = !known && processes && processes->areOfOneWorld() && processes->isRank(expr);
  return known ? nameOfComm(known) : isKnown ? kWorld : "";
}

bool FunctionInfo::isLookedAt(const Expr *argument) const {
  auto *named = referenceOrAddress(argument);
  return !named || !isStable(named->getDecl()) || isRead(named->getDecl());
}

bool FunctionInfo::areLookedAt(const Expr *requests) const {
  const DeclRefExpr *named = requestsNamed(requests);
  return !named || !isOnlyMpis(dyn_cast<VarDecl>(named->getDecl())) || isRead(named->getDecl());
}

bool FunctionInfo::asksForResult(const Stmt *condition) const {
  if (!condition)
    return false;
  if (auto *call = dyn_cast<CallExpr>(condition); call && isMpiFunction(call->getDirectCallee()))
    return true;
  if (auto *named = dyn_cast<DeclRefExpr>(condition))
    if (auto *variable = dyn_cast<VarDecl>(named->getDecl()); results.contains(variable))
      return true;
  return llvm::any_of(condition->children(),
                      [&](const Stmt *child) { return asksForResult(child); });
}

const Induction *FunctionInfo::countingLoop(const Stmt *loop) const {
  auto found = llvm::find_if(inductions, [&](const auto &each) { return each->loop == loop; });
  return loop && found != inductions.end() ? found->get() : nullptr;
}

bool FunctionInfo::saysAssertion(const Expr *assertion, std::string_view name) const {
  if (plugin::saysAssertion(assertion, name, context))
    return true;
  assertion = assertion->IgnoreParenImpCasts();
  if (auto *both = dyn_cast<BinaryOperator>(assertion); both && both->getOpcode() == BO_Or)
    return saysAssertion(both->getLHS(), name) || saysAssertion(both->getRHS(), name);
  auto *named = dyn_cast<DeclRefExpr>(assertion);
  const ValueDecl *declared = named ? named->getDecl() : nullptr;
  const Expr *value = nullptr;
  if (auto *constant = dyn_cast_or_null<EnumConstantDecl>(declared))
    value = constant->getInitExpr();
  if (auto *variable = dyn_cast_or_null<VarDecl>(declared);
      variable && !isa<ParmVarDecl>(variable) &&
      (variable->getType().isConstQualified() || isSteady(variable)))
    value = variable->getInit();
  return value && saysAssertion(value, name);
}

bool FunctionInfo::mayBeNullRank(const Expr *rank) const {
  if (std::optional<int64_t> value = constantValue(rank, context))
    return *value < 0;
  rank = rank->IgnoreParenCasts();
  auto *binary = dyn_cast<BinaryOperator>(rank);
  if (!binary) {
    const VarDecl *variable = variableOf(rank);
    return !variable || !variable->isLocalVarDecl() || !isStable(variable) ||
           maybeNull.contains(variable);
  }
  if (!binary->isAdditiveOp() && !binary->isMultiplicativeOp())
    return true;
  // Who calculates with a parameter or member takes it for a real rank.
  auto isNull = [&](const Expr *operand) {
    const Expr *plain = operand->IgnoreParenCasts();
    if (isa<MemberExpr>(plain) || constantValue(plain, context))
      return false;
    const VarDecl *variable = variableOf(plain);
    return variable && variable->isLocalVarDeclOrParm() ? maybeNull.contains(variable)
                                                        : mayBeNullRank(operand);
  };
  return isNull(binary->getLHS()) || isNull(binary->getRHS());
}

} // namespace fencepost::plugin
