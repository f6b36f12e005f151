//===- Spelling.cpp - expressions as the source writes them ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"

#include "LLVMCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

constexpr std::size_t kLongest = 120;

/// On one line, and without tabs: the fields of a site's record are separated by these.
std::string oneLine(llvm::StringRef text) {
  std::string line;
  for (char c : text.trim()) {
    if (isWhitespace(c)) {
      if (!line.empty() && line.back() != ' ')
        line += ' ';
    } else {
      line += c;
    }
  }
  if (line.size() > kLongest)
    line = line.substr(0, kLongest - 3) + "...";
  return line;
}

llvm::StringRef sourceText(const Expr *expr, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(expr->getSourceRange()), sources, context.getLangOpts());
  return range.isInvalid() ? llvm::StringRef()
                           : Lexer::getSourceText(range, sources, context.getLangOpts());
}

} // namespace

std::string spelling(const Expr *expr, const ASTContext &context) {
  expr = expr->IgnoreImplicit();
  // A cast within a macro is part of what the macro's name stands for: MPI_IN_PLACE.
  if (!expr->getBeginLoc().isMacroID())
    expr = expr->IgnoreParenCasts();
  llvm::StringRef text = sourceText(expr, context);
  if (!text.empty())
    return oneLine(text);
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  expr->IgnoreParenCasts()->printPretty(stream, nullptr, context.getPrintingPolicy());
  return oneLine(printed);
}

std::string calleeName(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return cast<NamedDecl>(call->getCalleeDecl())->getNameAsString();
  if (callee->getOverloadedOperator() == OO_Call && isa<CXXOperatorCallExpr>(call))
    if (auto *object = dyn_cast<DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts()))
      return object->getDecl()->getNameAsString();
  auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && method->getParent()->isLambda() ? "a lambda" : callee->getNameAsString();
}

std::string functionName(const FunctionDecl *function) {
  if (!function)
    return {};
  if (auto *method = dyn_cast<CXXMethodDecl>(function); method && method->getParent()->isLambda()) {
    const DeclContext *outer = method->getParent()->getParent();
    while (outer && !isa<FunctionDecl>(outer))
      outer = outer->getParent();
    std::string name = functionName(dyn_cast_or_null<FunctionDecl>(outer));
    return name.empty() ? "(lambda)" : name + "::(lambda)";
  }
  return function->getQualifiedNameAsString();
}

Place debugPlace(SourceLocation location, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  PresumedLoc presumed = sources.getPresumedLoc(debugPosition(sources, location));
  return presumed.isInvalid()
             ? Place()
             : Place::of(presumed.getFilename(), presumed.getLine(), presumed.getColumn());
}

bool areWrittenAlike(const Expr *one, const Expr *other, const ASTContext &context) {
  llvm::FoldingSetNodeID first, second;
  one->Profile(first, context, true);
  other->Profile(second, context, true);
  return first == second;
}

} // namespace fencepost::plugin
