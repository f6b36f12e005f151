//===- ProcessScan.cpp - what a file gives its ranks and numbers ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessScan.h"

#include "Initializers.h"
#include "MpiCall.h"
#include "Names.h"
#include "Processes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <vector>

using namespace clang;

namespace fencepost::plugin {

namespace {

bool isNamed(QualType type, llvm::StringRef name) {
  auto *named = type->getAs<TypedefType>();
  return named && named->getDecl()->getName() == name;
}

/// What a variable, member or function has been given.
struct Given {
  std::vector<const Expr *> values;
  bool rank = false, size = false;  // by MPI_Comm_rank, by MPI_Comm_size
  unsigned mentions = 0, known = 0; // those that only read it, or are told here
  bool isSpoiled = false;
};

} // namespace

class ProcessScan : public RecursiveASTVisitor<ProcessScan> {
public:
  explicit ProcessScan(ASTContext &context) : context(context) {}
  bool hasMain = false, hasOthers = false;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseOMPClause(OMPClause *) { return true; }
  bool TraverseLambdaCapture(LambdaExpr *lambda, const LambdaCapture *capture, Expr *initial) {
    return !lambda->isInitCapture(capture) ||
           RecursiveASTVisitor::TraverseLambdaCapture(lambda, capture, initial);
  }

  bool TraverseDecl(Decl *declaration) {
    auto *definition = dyn_cast_or_null<FunctionDecl>(declaration);
    llvm::SaveAndRestore outer(function, definition ? definition->getCanonicalDecl() : function);
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    llvm::SaveAndRestore outer(function,
                               static_cast<const FunctionDecl *>(lambda->getCallOperator()));
    return RecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }

  bool VisitFunctionDecl(FunctionDecl *declaration) {
    hasMain |= declaration->isMain() && declaration->doesThisDeclarationHaveABody();
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *end) {
    if (function && end->getRetValue())
      given[function].values.push_back(end->getRetValue());
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    if (variable->getInit() && !isa<ParmVarDecl>(variable))
      give(variable, variable->getInit());
    // Another file may make it.
    hasOthers |= variable->hasExternalStorage() && isNamed(variable->getType(), "MPI_Comm") &&
                 !variable->getDefinition();
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *constructor) {
    for (const CXXCtorInitializer *each : constructor->inits())
      if (each->getMember())
        give(each->getMember(), each->getInit());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *list) {
    forEachInitialized(list,
                       [&](const FieldDecl *field, const Expr *value) { give(field, value); });
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->isRelationalOp() || binary->isEqualityOp())
      comparisons.push_back(binary);
    if (binary->isAdditiveOp())
      spoilBeside(binary->getLHS());
    if (binary->getOpcode() == BO_Assign)
      if (const ValueDecl *left = declarationIn(binary->getLHS())) {
        Given &what = given[left];
        ++what.known;
        what.values.push_back(binary->getRHS());
        // It was the rank, or the number of processes, until then.
        what.isSpoiled |= (what.rank || what.size) && constantValue(binary->getRHS(), context);
      }
    return true;
  }
  bool VisitIfStmt(IfStmt *choice) {
    if (choice->getCond()) // not `if consteval`
      conditions.push_back(choice->getCond());
    return true;
  }
  bool VisitSwitchStmt(SwitchStmt *cases) {
    conditions.push_back(cases->getCond());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    const bool reads = cast->getCastKind() == CK_LValueToRValue ||
                       (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified());
    if (const ValueDecl *read = reads ? declarationIn(cast->getSubExpr()) : nullptr)
      ++given[read].known;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *named) {
    if (auto *other = dyn_cast<FunctionDecl>(named->getDecl()); other && !called.contains(named))
      given[other->getCanonicalDecl()].isSpoiled = true; // called by whomever with whatever
    mention(named->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) {
    mention(member->getMemberDecl());
    return true;
  }
  /// What a struct is converted to may be stored through.
  bool VisitCastExpr(CastExpr *cast) {
    const QualType to = cast->getType();
    const bool isPointer = cast->getCastKind() == CK_BitCast && to->isPointerType() &&
                           !to->getPointeeType().isConstQualified();
    if (isPointer ||
        llvm::is_contained({CK_LValueBitCast, CK_PointerToIntegral}, cast->getCastKind()))
      spoilMembers(cast->getSubExpr()->getType());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) {
    spoilBeside(element->getBase());
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *cast) {
    hasOthers |= isNamed(cast->getType(), "MPI_Comm") &&
                 !isMacro(cast, "MPI_COMM_WORLD", context) &&
                 !isMacro(cast, "MPI_COMM_NULL", context);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    pass({construction->getArgs(), construction->getNumArgs()}, construction->getConstructor());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    if (auto *named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
      called.insert(named);
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return true;
    llvm::ArrayRef<const Expr *> arguments(call->getArgs(), call->getNumArgs());
    if (isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee))
      arguments = arguments.drop_front();
    pass(arguments, callee);
    llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
    const bool isMpi = isMpiFunction(callee);
    for (unsigned i = 0; i < arguments.size() && i < callee->getNumParams(); ++i) {
      QualType type = callee->getParamDecl(i)->getType();
      auto *address = dyn_cast<UnaryOperator>(arguments[i]->IgnoreParenImpCasts());
      const ValueDecl *variable = address && address->getOpcode() == UO_AddrOf
                                      ? declarationIn(address->getSubExpr())
                                      : nullptr;
      if ((type->isPointerType() || type->isLValueReferenceType()) && !callee->hasBody() &&
          !type->getPointeeType().isConstQualified())
        spoilMembers(arguments[i]->IgnoreParenCasts()->getType());
      // A buffer of several elements goes on in the next member.
      const Expr *count = i + 1 < arguments.size() ? arguments[i + 1] : nullptr;
      if (type->isVoidPointerType() && !type->getPointeeType().isConstQualified() && count &&
          count->getType()->isIntegerType() && constantValue(count, context) != 1)
        spoilBeside(arguments[i]);
      const bool isRank = isMpi && name == "MPI_Comm_rank", isSize = name == "MPI_Comm_size";
      if (variable && type->isPointerType() &&
          (isRank || isSize || type->getPointeeType().isConstQualified()))
        ++given[variable].known;
      if (variable && isRank)
        given[variable].rank = true;
      if (variable && isSize)
        given[variable].size = true;
      hasOthers |= type->isPointerType() && isNamed(type->getPointeeType(), "MPI_Comm") &&
                   makesOthers(*callee, name, isMpi);
    }
    hasOthers |= isNamed(callee->getReturnType(), "MPI_Comm") && !callee->hasBody();
    return true;
  }

  /// The variables, members and functions that only have what one of the two calls gave.
  llvm::DenseSet<const ValueDecl *> holders(bool Given::*how) {
    llvm::DenseSet<const ValueDecl *> found, sure;
    const auto other = how == &Given::rank ? &Given::size : &Given::rank;
    for (const auto &[declaration, what] : given) {
      auto *function = declaration->getType()->getAs<FunctionType>();
      if ((function ? function->getReturnType()->isIntegerType() : isKnown(declaration, what)) &&
          !(what.*other))
        found.insert(declaration);
    }
    auto isHeld = [&](const Given &what, const Expr *value) {
      // `int rank = -1`, and then the call.
      return found.contains(originOf(value)) || ((what.*how) && constantValue(value, context));
    };
    for (bool shrinks = true; shrinks;) {
      shrinks = false;
      for (const auto &[declaration, what] : given)
        if (found.contains(declaration) &&
            !(llvm::all_of(what.values, [&](const Expr *value) { return isHeld(what, value); }) &&
              ((what.*how) || !what.values.empty()))) {
          found.erase(declaration);
          shrinks = true;
        }
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto &[declaration, what] : given)
        if (found.contains(declaration) && !sure.contains(declaration) &&
            ((what.*how) || llvm::any_of(what.values, [&](const Expr *value) {
               return sure.contains(originOf(value));
             })))
          grows = sure.insert(declaration).second;
    }
    return sure;
  }

  /// Adds all that the values of which all is known get; of what is changed otherwise, nothing.
  void fill(Processes &processes) {
    for (const auto &[declaration, what] : given) {
      if (isKnown(declaration, what) && !what.rank)
        processes.known[declaration] = what.values;
      if (what.rank)
        processes.given.insert(declaration);
      else if (what.size && isKnown(declaration, what))
        processes.numbers.insert(declaration);
    }
    for (const BinaryOperator *asked : comparisons)
      for (bool isLeft : {true, false})
        if (isNumber(isLeft ? asked->getLHS() : asked->getRHS())) {
          auto number = constantValue(isLeft ? asked->getRHS() : asked->getLHS(), context);
          const BinaryOperatorKind kind =
              isLeft ? asked->getOpcode() : BinaryOperator::reverseComparisonOp(asked->getOpcode());
          processes.asksNumber |= asksForFew(kind, number);
          processes.asksAlone |= asksIfAlone(kind, number);
        }
    for (const Expr *asked : conditions) {
      processes.asksNumber |= calculatesIfAlone(asked) || isNumber(asked);
      processes.asksAlone |= calculatesIfAlone(asked);
    }
  }

  /// What has one value only.
  llvm::DenseMap<const ValueDecl *, const Expr *> soleValues() {
    llvm::DenseMap<const ValueDecl *, const Expr *> found;
    for (const auto &[declaration, what] : given)
      if (isKnown(declaration, what) && what.values.size() == 1 && !what.rank && !what.size)
        found[declaration] = what.values.front();
    return found;
  }

  /// What a function that is not only called is given, nobody knows.
  void finish() {
    for (const FunctionDecl *callee : callees)
      if (given.lookup(callee->getCanonicalDecl()).isSpoiled)
        for (const ParmVarDecl *parameter : callee->parameters())
          if (mayHold(parameter))
            given[parameter].isSpoiled = true;
  }

private:
  ASTContext &context;
  const FunctionDecl *function = nullptr;
  llvm::DenseMap<const ValueDecl *, Given> given;
  std::vector<const BinaryOperator *> comparisons;
  std::vector<const Expr *> conditions;
  llvm::DenseSet<const DeclRefExpr *> called;
  llvm::DenseSet<const RecordDecl *> spoiled;

  bool isNumber(const Expr *side) {
    auto found = given.find(originOf(side));
    return found != given.end() && found->second.size;
  }

  /// `if (size - 1)`, `if (size / 2 > 0)`.
  bool calculatesIfAlone(const Expr *asked) {
    asked = asked->IgnoreParenImpCasts();
    if (auto *unary = dyn_cast<UnaryOperator>(asked))
      return calculatesIfAlone(unary->getSubExpr());
    auto *binary = dyn_cast<BinaryOperator>(asked);
    if (!binary)
      return false;
    if (binary->isLogicalOp())
      return calculatesIfAlone(binary->getLHS()) || calculatesIfAlone(binary->getRHS());
    if (binary->isRelationalOp() || binary->isEqualityOp())
      return (constantValue(binary->getRHS(), context) && calculatesIfAlone(binary->getLHS())) ||
             (constantValue(binary->getLHS(), context) && calculatesIfAlone(binary->getRHS()));
    return llvm::is_contained({BO_Sub, BO_Div, BO_Shr}, binary->getOpcode()) &&
           isNumber(binary->getLHS());
  }

  static bool isKnown(const ValueDecl *declaration, const Given &what) {
    return !isa<FunctionDecl>(declaration) && mayHold(declaration) && what.mentions <= what.known &&
           !what.isSpoiled;
  }

  void mention(const ValueDecl *declaration) {
    if (isa<VarDecl, FieldDecl>(declaration) && mayHold(declaration))
      ++given[declaration].mentions;
  }

  void give(const ValueDecl *to, const Expr *value) {
    if (auto *initial = dyn_cast<CXXDefaultInitExpr>(value))
      value = initial->getExpr();
    if (mayHold(to) && !isa<ImplicitValueInitExpr>(value))
      given[to].values.push_back(value);
  }

  void pass(llvm::ArrayRef<const Expr *> arguments, const FunctionDecl *callee) {
    const FunctionDecl *definition = nullptr;
    if (!callee->hasBody(definition))
      return;
    auto *method = dyn_cast<CXXMethodDecl>(callee);
    for (unsigned i = 0; i < arguments.size() && i < definition->getNumParams(); ++i) {
      const ParmVarDecl *parameter = definition->getParamDecl(i);
      give(parameter, arguments[i]);
      if (method && method->isVirtual() && mayHold(parameter))
        given[parameter].isSpoiled = true;
    }
    callees.push_back(definition);
  }

  /// What a message brings, say, may be anything.
  void spoilMembers(QualType type) {
    type = type->isPointerType() ? type->getPointeeType() : type;
    if (auto *record = type->getBaseElementTypeUnsafe()->getAsRecordDecl())
      spoilMembers(record);
  }
  void spoilMembers(const RecordDecl *record) {
    if (!spoiled.insert(record).second)
      return;
    for (const FieldDecl *field : record->fields()) {
      given[field].isSpoiled = true;
      spoilMembers(field->getType());
    }
  }

  /// The members beside that to which it points; nothing of any other pointer.
  void spoilBeside(const Expr *pointer) {
    auto *address = dyn_cast<UnaryOperator>(pointer->IgnoreParenCasts());
    auto *member = address && address->getOpcode() == UO_AddrOf
                       ? dyn_cast<MemberExpr>(address->getSubExpr()->IgnoreParens())
                       : nullptr;
    if (auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr)
      spoilMembers(field->getParent());
  }

  /// Whether the call may make a communicator of other processes, or in another order.
  static bool makesOthers(const FunctionDecl &callee, llvm::StringRef name, bool isMpi) {
    return isMpi ? !llvm::is_contained({"MPI_Comm_dup", "MPI_Comm_idup", "MPI_Comm_dup_with_info",
                                        "MPI_Comm_idup_with_info", "MPI_Comm_free",
                                        "MPI_Comm_disconnect"},
                                       name)
                 : !callee.hasBody();
  }

  std::vector<const FunctionDecl *> callees;
};

void Processes::scan() {
  if (std::exchange(isScanned, true))
    return;
  ProcessScan found(context);
  const SourceManager &sources = context.getSourceManager();
  for (Decl *declaration : context.getTranslationUnitDecl()->decls())
    if (mayHaveCode(declaration) && !sources.isInSystemHeader(declaration->getLocation()) &&
        !isOfBindings(declaration))
      found.TraverseDecl(declaration);
  found.finish();
  found.fill(*this);
  isOneWorld = found.hasMain && !found.hasOthers;
  if (!isOneWorld)
    return;
  ranks = found.holders(&Given::rank);
  sizes = found.holders(&Given::size);
  values = found.soleValues();
}

} // namespace fencepost::plugin
