//===- FunctionScan.cpp - one look at all of a function -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionScan.h"

#include "Assignments.h"
#include "Captures.h"
#include "Containers.h"
#include "FunctionInfo.h"
#include "Growth.h"
#include "Inductions.h"
#include "Layouts.h"
#include "MpiCall.h"
#include "Names.h"
#include "RangeLoops.h"
#include "Requests.h"
#include "WholeFunction.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fencepost::plugin {

class FunctionScan : public RecursiveASTVisitor<FunctionScan> {
public:
  explicit FunctionScan(FunctionInfo &info) : info(info) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *named) {
    if (isa<VarDecl>(named->getDecl())) {
      if (isOfClosure(cast<VarDecl>(named->getDecl()))) {
        info.shared.insert(cast<VarDecl>(named->getDecl()));
        return true;
      }
      mentions.push_back(named);
      if (outerLambda)
        inLambda.insert(named);
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    // Its function is called at the scope's end, for whatever.
    if (variable->hasAttr<CleanupAttr>())
      info.isBeyondUs = true;
    const Expr *initial = variable->getInit();
    if (!initial)
      return true;
    values.note(variable, initial);
    if (isSpan(variable->getType()))
      useContainer(withoutConversions(initial));
    if (!isNullHandle(initial, info.context) && !hasNoHandles(initial, info.context))
      info.shared.insert(variable);
    if ((variable->getType()->isReferenceType() || isSpan(variable->getType())) &&
        variable->isLocalVarDecl() && variable->hasLocalStorage())
      info.soleValues[variable] = initial;
    return true;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) {
    if (const Expr *container = ofAccessor(call, {"size", "empty"}))
      handleUses.insert(reference(container));
    useContainer(call->getImplicitObjectArgument());
    const CXXMethodDecl *method = call->getMethodDecl();
    // `all.push_back(mine)` copies it.
    for (unsigned i = 0; method && isOfLibrary(method) && i < method->getNumParams(); ++i)
      if (readsOnly(method->getParamDecl(i)->getType()) && i < call->getNumArgs())
        useContainer(call->getArg(i));
    return true;
  }

  /// The operators of containers that change no other one.
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
    if (llvm::is_contained({OO_Subscript, OO_Star, OO_Arrow, OO_Equal}, call->getOperator()))
      for (const Expr *each : call->arguments())
        useContainer(each->isXValue() ? nullptr : each); // not one that is moved
    return true;
  }

  bool VisitCallExpr(CallExpr *expr) {
    const FunctionDecl *callee = expr->getDirectCallee();
    llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
    info.isBeyondUs |= name.ltrim('_') == "setjmp" || name.ltrim('_') == "sigsetjmp";
    noteGrowth(expr, info.growths);
    if (auto pair = swappedBy(expr))
      for (const Expr *each : {pair->first, pair->second})
        if (auto *named = reference(each)) {
          plainUses.insert(named);
          values.moved.insert(variableOf(each));
          ++values.given[variableOf(each)];
        }
    for (const DeclRefExpr *waited : requestsWaitedFor(expr))
      handleUses.insert(waited);
    bool mpi = isMpiFunction(callee);
    if (!mpi && !(callee && isOfLibrary(callee)))
      return true;
    for (unsigned i = 0; i < expr->getNumArgs(); ++i) {
      const Expr *argument = expr->getArg(i);
      if (i < callee->getNumParams() && readsOnly(callee->getParamDecl(i)->getType()))
        readArrays.insert(reference(argument));
      if (mpi && keepsHandle(expr, i))
        handleUses.insert(requestsNamed(argument));
      const DeclRefExpr *named = referenceOrAddress(argument);
      if (!named || argument->getType()->isReferenceType())
        continue;
      if (mpi && keepsHandle(expr, i))
        handleUses.insert(named);
      if (isa<UnaryOperator>(argument->IgnoreParenCasts())) {
        plainUses.insert(named);
        // What a put sends is not changed.
        if (i < callee->getNumParams() && callee->getParamDecl(i)->getType()->isPointerType() &&
            callee->getParamDecl(i)->getType()->getPointeeType().isConstQualified())
          continue;
        values.noteGiven(expr, i, dyn_cast<VarDecl>(named->getDecl()));
      }
    }
    return true;
  }

  bool VisitCastExpr(CastExpr *cast) {
    if (cast->getCastKind() == CK_PointerToBoolean)
      compare(cast->getSubExpr());
    if (cast->getCastKind() == CK_LValueToRValue)
      info.copiesRequests |= isRequestOrRecord(cast->getType()) && !reference(cast->getSubExpr());
    if (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_ToVoid)
      if (auto *named = reference(cast->getSubExpr())) {
        plainUses.insert(named);
        if (cast->getCastKind() == CK_LValueToRValue)
          info.read.insert(named->getDecl());
        (cast->getCastKind() == CK_ToVoid ? handleUses : readUses).insert(named);
      }
    return true;
  }

  /// `c.count` leaves the requests that are in `c` alone.
  bool VisitMemberExpr(MemberExpr *member) {
    QualType type = member->getType();
    if (isRequestOrRecord(type->isArrayType() ? QualType(type->getBaseElementTypeUnsafe(), 0)
                                              : type))
      return true;
    const Expr *whole = member;
    for (;;) {
      whole = whole->IgnoreParenImpCasts();
      auto *part = dyn_cast<MemberExpr>(whole);
      auto *element = dyn_cast<ArraySubscriptExpr>(whole);
      if (part && !part->isArrow())
        whole = part->getBase();
      else if (element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        whole = element->getBase();
      else
        break;
    }
    if (auto *named = dyn_cast<DeclRefExpr>(whole))
      memberUses.insert(named);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *binary) {
    auto *left = reference(binary->getLHS());
    auto *right = reference(binary->getRHS());
    if (binary->isAssignmentOp() && left) {
      plainUses.insert(left);
      if (isNullHandle(binary->getRHS(), info.context))
        handleUses.insert(left);
      if (auto *variable = dyn_cast<VarDecl>(left->getDecl())) {
        values.note(variable, binary->getRHS());
        if (binary->isCompoundAssignmentOp())
          values.moved.insert(variable);
      }
    } else if (binary->isEqualityOp()) {
      handleUses.insert(left);
      handleUses.insert(right);
      compare(binary->getLHS());
      compare(binary->getRHS());
    }
    return true;
  }

  void compare(const Expr *handle) {
    handle = handle->IgnoreParenCasts();
    if (auto *member = dyn_cast<MemberExpr>(handle))
      info.compared.insert(member->getMemberDecl());
    else if (auto *named = dyn_cast<DeclRefExpr>(handle))
      info.compared.insert(named->getDecl());
    else if (auto *element = requestsNamed(handle))
      info.compared.insert(element->getDecl());
  }

  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->isIncrementDecrementOp()) {
      values.changed.insert(variableOf(unary->getSubExpr()));
      plainUses.insert(reference(unary->getSubExpr()));
      values.moved.insert(variableOf(unary->getSubExpr()));
      ++values.given[variableOf(unary->getSubExpr())];
    }
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *trait) {
    if (!trait->isArgumentType())
      if (auto *named = reference(trait->getArgumentExpr())) {
        plainUses.insert(named);
        handleUses.insert(named);
      }
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *end) {
    if (end->getRetValue())
      forEachWithin(end->getRetValue(), [&](const Stmt *each) {
        if (auto *named = dyn_cast<DeclRefExpr>(each))
          info.returned.insert(dyn_cast<VarDecl>(named->getDecl()));
      });
    return true;
  }

  bool VisitForStmt(ForStmt *loop) {
    if (auto found = inductionOf(loop, info.context))
      note(std::move(*found));
    note(rangeLoopOf(loop, info.context));
    return true;
  }

  bool VisitCompoundStmt(CompoundStmt *block) {
    for (Induction &found : inductionsIn(block, info.context))
      note(std::move(found));
    return true;
  }

  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) {
    useContainer(loop->getRangeInit());
    note(rangeLoopOf(loop, info.context));
    return true;
  }

  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *asked) {
    markUnevaluated(asked->getOperand());
    return true;
  }
  bool TraverseCXXTypeidExpr(CXXTypeidExpr *asked) {
    if (asked->isTypeOperand() || asked->isPotentiallyEvaluated())
      return RecursiveASTVisitor::TraverseCXXTypeidExpr(asked);
    markUnevaluated(asked->getExprOperand());
    return true;
  }

  bool VisitOMPExecutableDirective(OMPExecutableDirective *directive) {
    info.openMp.add(directive);
    info.isBeyondUs |= info.openMp.isBeyondUs;
    return true;
  }

  /// What a construct names, or captures to hand it to its threads, it does not use by that.
  bool TraverseOMPClause(OMPClause *) { return true; }
  bool TraverseCapturedStmt(CapturedStmt *captured) {
    return TraverseStmt(captured->getCapturedStmt());
  }
  bool TraverseLambdaCapture(LambdaExpr *lambda, const LambdaCapture *capture, Expr *initial) {
    return !lambda->isInitCapture(capture) ||
           RecursiveASTVisitor::TraverseLambdaCapture(lambda, capture, initial);
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    llvm::SaveAndRestore outer(outerLambda, outerLambda ? outerLambda : lambda);
    return RecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }
  bool TraverseBlockExpr(BlockExpr *block) {
    llvm::SaveAndRestore outer(outerLambda, outerLambda ? outerLambda : block);
    return RecursiveASTVisitor::TraverseBlockExpr(block);
  }

  bool VisitCXXTryStmt(CXXTryStmt *block) {
    forEachWithin(block->getTryBlock(), [&](const Stmt *each) { info.tries[each] = block; });
    return true;
  }

  bool VisitCoroutineBodyStmt(CoroutineBodyStmt *) {
    info.isBeyondUs = true;
    return true;
  }

  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *) {
    hasLiterals = true;
    return true;
  }

  void finish() {
    if (hasLiterals && !info.context.getLangOpts().CPlusPlus)
      findLiteralBlocks(info);
    for (const DeclRefExpr *named : mentions) {
      auto *variable = cast<VarDecl>(named->getDecl());
      bool captured = named->refersToEnclosingVariableOrCapture() &&
                      (inLambda.contains(named) || !isOwn(variable) || !info.isInOpenMp(named) ||
                       info.openMp.isUncertain(named));
      bool isConstant = !inLambda.contains(named) && isCapturedConstant(variable, info.function);
      if ((captured && !isConstant &&
           !(readUses.contains(named) && variable->getType()->isArithmeticType())) ||
          !(plainUses.contains(named) || containerUses.contains(named)))
        info.unstable.insert(variable);
      if (values.isChanging(variable) ||
          !(plainUses.contains(named) || handleUses.contains(named) ||
            (containerUses.contains(named) && isGivenInOnePiece(variable))))
        info.unsteady.insert(variable);
      if (captured || !(handleUses.contains(named) || memberUses.contains(named)))
        info.shared.insert(variable);
      if (captured || !readArrays.contains(named))
        info.changedArrays.insert(variable);
    }
    values.finish();
  }

private:
  FunctionInfo &info;
  Assignments values{info};
  std::vector<const DeclRefExpr *> mentions;
  llvm::DenseSet<const DeclRefExpr *> inLambda;
  bool hasLiterals = false;
  const Expr *outerLambda = nullptr; // or block, the outermost around what is being looked at
  llvm::DenseSet<const DeclRefExpr *> plainUses;     // read, written, its address given to a call
  llvm::DenseSet<const DeclRefExpr *> readUses;      // only read
  llvm::DenseSet<const DeclRefExpr *> handleUses;    // passed to MPI, compared
  llvm::DenseSet<const DeclRefExpr *> memberUses;    // for a member that is no handle
  llvm::DenseSet<const DeclRefExpr *> containerUses; // whose memory that leaves alone, or names it
  llvm::DenseSet<const DeclRefExpr *> readArrays;    // given to functions that only read them

  /// Whether the lambda that is being looked at has a copy of its own.
  bool isOfClosure(const VarDecl *variable) const {
    auto *lambda = dyn_cast_or_null<LambdaExpr>(outerLambda);
    return lambda && isCopied(variable, lambda->getLambdaClass());
  }

  void useContainer(const Expr *object) {
    const DeclRefExpr *named = object ? reference(object) : nullptr;
    if (named && isInOnePiece(named->getType()->getAsCXXRecordDecl()))
      containerUses.insert(named);
  }

  bool isOfLibrary(const FunctionDecl *function) const {
    return info.context.getSourceManager().isInSystemHeader(function->getLocation());
  }

  static bool readsOnly(QualType parameter) {
    QualType element = parameter->getPointeeType();
    return !element.isNull() && element.isConstQualified();
  }

  static bool isRequestOrRecord(QualType type) {
    auto *named = type->getAs<TypedefType>();
    return type->isRecordType() || (named && named->getDecl()->getName() == "MPI_Request");
  }

  void note(std::optional<RangeLoop> loop) {
    if (loop)
      info.ranges.try_emplace(loop->begin, *loop);
  }

  template <typename Visit> static void forEachWithin(const Stmt *statement, Visit visit) {
    visit(statement);
    for (const Stmt *child : statement->children())
      if (child)
        forEachWithin(child, visit);
  }

  void markUnevaluated(const Stmt *operand) {
    forEachWithin(operand, [&](const Stmt *each) { info.unevaluated.insert(each); });
  }

  void note(Induction found) {
    info.inductions.push_back(std::make_unique<Induction>(std::move(found)));
    Induction &loop = *info.inductions.back();
    const Induction *outer = info.inductionOf.lookup(loop.loop);
    if (outer && isSameInEach(*outer, loop))
      loop.outer = outer;
    forEachInFirst(loop, [&](const Stmt *statement) { info.inductionOf[statement] = &loop; });
  }

  /// Whether it is declared in the function, not outside as a lambda's captures are.
  bool isOwn(const VarDecl *variable) const { return ownerOf(variable) == info.function; }
};

void scanFunction(FunctionInfo &info) {
  FunctionScan scan(info);
  scan.TraverseStmt(info.function->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(info.function))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      scan.TraverseStmt(initializer->getInit());
  scan.finish();
}

} // namespace fencepost::plugin
