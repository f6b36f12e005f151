//===- MpiCall.cpp - recognizes calls of MPI functions --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The name as the table has it: profiling entry points are the functions themselves.
std::string_view tableName(const FunctionDecl *function) {
  const IdentifierInfo *identifier = function ? function->getIdentifier() : nullptr;
  if (!identifier)
    return {};
  llvm::StringRef name = identifier->getName();
  // One that the program defines itself does what it says there, by means of PMPI_.
  if (name.starts_with("MPI_") && function->hasBody())
    return {};
  if (name.starts_with("PMPI_"))
    name = name.drop_front();
  return name.starts_with("MPI_") ? std::string_view(name) : std::string_view();
}

} // namespace

const Expr *MpiCall::argument(Role role) const {
  std::optional<unsigned> index = info().argument(role);
  return index ? expr->getArg(*index) : nullptr;
}

const Expr *MpiCall::window() const {
  if (const Expr *window = argument(Role::Window))
    return window->IgnoreParenCasts();
  const Expr *address = argument(Role::NewWindow);
  if (!address)
    return nullptr;
  address = address->IgnoreParenCasts();
  if (auto *unary = dyn_cast<UnaryOperator>(address); unary && unary->getOpcode() == UO_AddrOf)
    return unary->getSubExpr()->IgnoreParenCasts();
  return address;
}

std::optional<MpiCall> mpiCall(const CallExpr *expr) {
  std::string_view name = tableName(expr->getDirectCallee());
  std::optional<Call> call = findCall(name);
  if (!call || expr->getNumArgs() != callInfo(*call).arguments)
    return std::nullopt;
  return MpiCall{expr, *call};
}

bool isMpiFunction(const FunctionDecl *function) {
  const IdentifierInfo *identifier = function ? function->getIdentifier() : nullptr;
  return identifier && (!tableName(function).empty() || identifier->getName().starts_with("MPIX_"));
}

bool isOfBindings(const Decl *declaration) {
  auto isNamespace = [](const Decl *each) {
    auto *space = dyn_cast<NamespaceDecl>(each);
    return space && space->getName() == "MPI";
  };
  if (isNamespace(declaration))
    return true;
  for (auto *around = declaration->getDeclContext(); around; around = around->getParent())
    if (isNamespace(cast<Decl>(around)))
      return true;
  return false;
}

bool mayHaveCode(const Decl *declaration) {
  if (auto *function = dyn_cast<FunctionDecl>(declaration))
    return function->doesThisDeclarationHaveABody() ||
           llvm::any_of(function->parameters(),
                        [](const ParmVarDecl *parameter) { return parameter->hasDefaultArg(); });
  return !isa<TypedefNameDecl>(declaration);
}

bool isLocalMpiFunction(const FunctionDecl *function) {
  std::string_view name = tableName(function);
  return !name.empty() && isLocalCall(name);
}

bool concernsWindows(EventKind kind) {
  return isOperation(kind) || isSynchronization(kind) || kind == EventKind::WinCreate ||
         kind == EventKind::WinFree || kind == EventKind::WinAttach || kind == EventKind::WinDetach;
}

bool endsProcess(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  auto known = mpiCall(call);
  return (known && known->kind() == EventKind::Abort) ||
         (callee &&
          (callee->isNoReturn() || callee->getBuiltinID() == Builtin::BI__builtin_unreachable));
}

std::optional<int64_t> constantValue(const Expr *expr, const ASTContext &context) {
  if (!expr || expr->isValueDependent() || !expr->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult result;
  if (!expr->EvaluateAsInt(result, context, Expr::SE_NoSideEffects))
    return std::nullopt;
  return result.Val.getInt().tryExtValue();
}

/// Whether one of the operands that the expression is made of is that macro.
static bool isPartMacro(const Stmt *expr, std::string_view name, const ASTContext &context) {
  if (expr->child_begin() == expr->child_end())
    return isMacro(cast<Expr>(expr), name, context);
  return llvm::any_of(expr->children(), [&](const Stmt *child) {
    return isa_and_nonnull<Expr>(child) && isPartMacro(child, name, context);
  });
}

bool saysAssertion(const Expr *assertion, std::string_view name, const ASTContext &context) {
  if (!constantValue(assertion, context)) // `last ? MPI_MODE_NOSUCCEED : 0`
    return false;
  if (isPartMacro(assertion, name, context)) // in the body of another macro, say
    return true;
  const SourceManager &sources = context.getSourceManager();
  CharSourceRange range = sources.getExpansionRange(assertion->getSourceRange());
  return Lexer::getSourceText(range, sources, context.getLangOpts())
      .contains(llvm::StringRef(name.data(), name.size()));
}

bool isSpelledOut(const Expr *assertion, const ASTContext &context) {
  std::optional<int64_t> value = constantValue(assertion, context);
  if (!value || *value == 0)
    return value.has_value();
  const SourceManager &sources = context.getSourceManager();
  CharSourceRange range = sources.getExpansionRange(assertion->getSourceRange());
  llvm::SmallVector<llvm::StringRef, 4> names;
  llvm::StringRef text = Lexer::getSourceText(range, sources, context.getLangOpts());
  text.trim("() \t").split(names, '|');
  return llvm::all_of(names, [](llvm::StringRef name) {
    name = name.trim("() \t\n");
    return name.starts_with("MPI_MODE_") && name.find_first_of(" \t(?:&^+") == name.npos;
  });
}

bool isShared(const MpiCall &creation) {
  return creation.call == Call::Win_allocate_shared || creation.call == Call::Win_allocate_shared_c;
}

bool isSharedQuery(const MpiCall &call) {
  return call.call == Call::Win_shared_query || call.call == Call::Win_shared_query_c;
}

bool isMacro(const Expr *expr, std::string_view name, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  SourceLocation location = expr->IgnoreImplicit()->getBeginLoc();
  while (location.isMacroID()) {
    if (Lexer::getImmediateMacroName(location, sources, context.getLangOpts()) ==
        llvm::StringRef(name.data(), name.size()))
      return true;
    location = sources.getImmediateMacroCallerLoc(location);
  }
  return false;
}

} // namespace fencepost::plugin
