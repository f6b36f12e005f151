//===- FactsCollector.cpp - walks the user's code once --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsCollector.h"

#include "LibraryCalls.h"
#include "MpiCall.h"
#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(ASTContext &context, SourceFacts &facts) : context(context), facts(facts) {}

  llvm::SetVector<const FunctionDecl *> functions;
  const FunctionDecl *main = nullptr;

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *declaration) {
    auto *function = dyn_cast_or_null<FunctionDecl>(declaration);
    if (!function)
      return RecursiveASTVisitor::TraverseDecl(declaration);
    // What a template itself says is said again by each of its instances, with types.
    if (function->isDependentContext())
      return true;
    if (function->isMain() && function->doesThisDeclarationHaveABody())
      main = function;
    return within(function, [&] { return RecursiveASTVisitor::TraverseDecl(function); });
  }

  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    const CXXMethodDecl *method = lambda->getCallOperator();
    if (FunctionTemplateDecl *generic = method->getDescribedFunctionTemplate())
      return traverseInstances(*lambda, *generic);
    return within(method, [&] { return RecursiveASTVisitor::TraverseLambdaExpr(lambda); });
  }

  bool VisitCallExpr(CallExpr *expr) {
    if (std::optional<MpiCall> call = mpiCall(expr)) {
      addCall(*call);
      return true;
    }
    addLibraryCall(expr);
    if (const FunctionDecl *callee = expr->getDirectCallee();
        callee && function && callee->hasBody())
      callers.push_back({callee->getCanonicalDecl(), function});
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    const FunctionDecl *constructor = construction->getConstructor();
    if (function && !constructor->isTrivial() && constructor->hasBody())
      callers.push_back({constructor->getCanonicalDecl(), function});
    return true;
  }

  /// What a function leaves under way, or open, its callers go on with. Main comes to all of them,
  /// be it through what the library or a virtual function calls.
  void addCallers() {
    if (main && !functions.empty())
      functions.insert(main);
    llvm::DenseMap<const FunctionDecl *, llvm::SmallVector<const FunctionDecl *, 2>> callersOf;
    for (const auto &[callee, caller] : callers)
      callersOf[callee].push_back(caller);
    for (unsigned i = 0; i < functions.size(); ++i)
      for (const FunctionDecl *caller : callersOf.lookup(functions[i]->getCanonicalDecl()))
        functions.insert(caller);
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      add(facts.loads, cast->getSubExpr()->getExprLoc(), cast->getSubExpr());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (!binary->isAssignmentOp())
      return true;
    add(facts.stores, binary->getExprLoc(), binary->getLHS());
    if (binary->isCompoundAssignmentOp())
      add(facts.loads, binary->getExprLoc(), binary->getLHS());
    else if (binary->getType()->isRecordType())
      add(facts.loads, binary->getExprLoc(), binary->getRHS());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->isIncrementDecrementOp()) {
      add(facts.stores, unary->getExprLoc(), unary->getSubExpr());
      add(facts.loads, unary->getExprLoc(), unary->getSubExpr());
    }
    return true;
  }

private:
  std::vector<std::pair<const FunctionDecl *, const FunctionDecl *>> callers; // of functions
  ASTContext &context;
  SourceFacts &facts;
  const FunctionDecl *function = nullptr;
  std::string name;

  template <typename Walk> bool within(const FunctionDecl *inner, Walk walk) {
    const FunctionDecl *outer = std::exchange(function, inner);
    std::string outerName = std::exchange(name, functionName(inner));
    bool result = walk();
    function = outer;
    name = std::move(outerName);
    return result;
  }

  /// Of a lambda with parameters of any type; the visitor comes to none of them itself.
  bool traverseInstances(LambdaExpr &lambda, FunctionTemplateDecl &generic) {
    for (Expr *captured : lambda.capture_inits())
      if (captured && !TraverseStmt(captured))
        return false;
    for (FunctionDecl *instance : generic.specializations())
      if (!TraverseDecl(instance))
        return false;
    return true;
  }

  /// Scalars and pointers that live in the function alone are none of the pass's accesses.
  static bool isPlainLocal(const Expr *expr) {
    auto *reference = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() && variable->getType()->isPointerType();
  }

  void add(std::map<Place, AccessSpelling> &accesses, SourceLocation location, const Expr *object) {
    if (!function || isPlainLocal(object) || context.getSourceManager().isInSystemHeader(location))
      return;
    // Where several accesses share a place, the outermost expression was visited first: a[i]
    // rather than the pointer a.
    auto [entry, isNew] = accesses.try_emplace(debugPlace(location, context));
    if (isNew)
      entry->second = {spelling(object, context), name};
  }

  void addCall(const MpiCall &call) {
    if (function && concernsWindows(call.kind()))
      functions.insert(function);
    CallSpelling text;
    if (const Expr *window = call.window())
      text.window = spelling(window, context);
    for (unsigned i = 0; i < call.info().arguments; ++i) {
      Role role = call.info().roles[i];
      bool isBuffer = bufferAccess(call.kind(), role) != BufferAccess::None ||
                      role == Role::RootBuffer || role == Role::Base;
      if (!isBuffer || role == Role::CompareBuffer)
        continue;
      std::string &field = text.buffer.empty() ? text.buffer : text.result;
      if (field.empty())
        field = spelling(call.expr->getArg(i), context);
    }
    text.function = name;
    facts.calls.try_emplace(debugPlace(call.expr->getExprLoc(), context), std::move(text));
  }

  /// What functions of the C library are given to read or write.
  void addLibraryCall(const CallExpr *expr) {
    if (!function || context.getSourceManager().isInSystemHeader(expr->getExprLoc()))
      return;
    for (const LibraryArgument &argument : libraryArguments(expr, context)) {
      const Expr *object = expr->getArg(argument.index)->IgnoreParenImpCasts();
      if (!isa<StringLiteral>(object))
        (argument.writes ? facts.stores : facts.loads)
            .try_emplace(debugPlace(expr->getExprLoc(), context),
                         AccessSpelling{spelling(object, context), name});
    }
  }
};

} // namespace

std::vector<const FunctionDecl *> collectFacts(const std::vector<Decl *> &declarations,
                                               ASTContext &context, SourceFacts &facts) {
  Collector collector(context, facts);
  for (Decl *declaration : declarations)
    if (mayHaveCode(declaration) &&
        !context.getSourceManager().isInSystemHeader(declaration->getLocation()))
      collector.TraverseDecl(declaration);
  collector.addCallers();
  return {collector.functions.begin(), collector.functions.end()};
}

} // namespace fencepost::plugin
