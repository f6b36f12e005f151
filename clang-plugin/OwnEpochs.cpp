//===- OwnEpochs.cpp - functions that close what they opened -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiCall.h"
#include "Program.h"
#include "Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

#include <string>
#include <vector>

using namespace clang;

namespace fencepost::plugin {

namespace {

class Pairs {
public:
  Pairs(EventKind opener, EventKind closing, const ASTContext &context)
      : opener(opener), closing(closing), context(context) {}

  bool areAll(const Stmt *body) {
    Open open;
    follow(body, open);
    return isEach;
  }

private:
  using Open = std::vector<std::string>; // windows and targets, of what is open there
  const EventKind opener, closing;
  const ASTContext &context;
  bool isEach = true;

  static bool mayPass(const Stmt *statement) {
    return isa<IfStmt, ForStmt, WhileStmt, CXXForRangeStmt, SwitchStmt>(statement);
  }

  std::string nameOf(const MpiCall &call) const {
    const Expr *target = call.argument(Role::Target);
    return spelling(call.window(), context) + ' ' + (target ? spelling(target, context) : "");
  }

  void follow(const Stmt *statement, Open &open) {
    if (!statement)
      return;
    if (mayPass(statement)) {
      Open inner = open;
      for (const Stmt *child : statement->children())
        follow(child, inner);
      return;
    }
    for (const Stmt *child : statement->children())
      follow(child, open);
    auto *made = dyn_cast<CallExpr>(statement);
    auto call = made ? mpiCall(made) : std::nullopt;
    if (!call || !call->window())
      return;
    if (call->kind() == opener)
      return open.push_back(nameOf(*call));
    if (call->kind() != closing)
      return;
    auto own = llvm::find(open, nameOf(*call));
    isEach &= own != open.end();
    if (own != open.end())
      open.erase(own);
  }
};

} // namespace

bool Program::closesOthers(EventKind opener, EventKind closing, const FunctionDecl *outside) {
  scan();
  auto found = callers.find(closing);
  return found != callers.end() && llvm::any_of(found->second, [&](const FunctionDecl *caller) {
           const FunctionDecl *defined = nullptr;
           return caller != outside->getCanonicalDecl() &&
                  !(caller->hasBody(defined) &&
                    Pairs(opener, closing, context).areAll(defined->getBody()));
         });
}

bool Program::closesOnlyOwn(EventKind opener, EventKind closing, const FunctionDecl *outside) {
  return isWhole() && !closesOthers(opener, closing, outside);
}

} // namespace fencepost::plugin
