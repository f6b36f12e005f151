//===- checks/Neighbours.cpp - what comes before and after a call ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Neighbours.h"

#include "FunctionInfo.h"
#include "State.h"
#include "checks/Check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The variable that the creation stores the address of the window's new memory in.
const VarDecl *newMemory(const CallExpr *creation) {
  auto call = creation ? mpiCall(creation) : std::nullopt;
  const Expr *base = call ? call->argument(Role::NewBase) : nullptr;
  auto *unary = dyn_cast_or_null<UnaryOperator>(base ? base->IgnoreParenCasts() : nullptr);
  auto *named = unary && unary->getOpcode() == UO_AddrOf
                    ? dyn_cast<DeclRefExpr>(unary->getSubExpr()->IgnoreParens())
                    : nullptr;
  return named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
}

/// Going back from a call, element by element.
class Backwards {
public:
  Backwards(const Step &step, Between allowed) : step(step), info(step.info) {
    const Situations &situations = step.before.windows[*step.action.window];
    if (allowed == Between::OwnMemory && !situations.empty())
      memory = newMemory(situations.begin()->created);
  }

  Neighbours run() {
    llvm::BitVector seen(step.graph.cfg->getNumBlockIDs());
    std::vector<const CFGBlock *> pending{step.block};
    bool first = true;
    while (!pending.empty()) {
      const CFGBlock *block = pending.back();
      pending.pop_back();
      Found found = look(block, std::exchange(first, false));
      if (found == Found::Other)
        return {};
      if (found == Found::Call)
        continue;
      if (block == &step.graph.cfg->getEntry())
        return {};
      for (const CFGBlock *before : block->preds())
        if (before && !seen.test(before->getBlockID())) {
          seen.set(before->getBlockID());
          pending.push_back(before);
        }
    }
    return calls;
  }

private:
  enum class Found { Nothing, Call, Other };

  const Step &step;
  const FunctionInfo &info;
  const VarDecl *memory = nullptr;
  Neighbours calls;

  /// The last thing of note in the block; in the first block, before the step.
  Found look(const CFGBlock *block, bool fromStep) {
    for (const CFGElement &element : llvm::reverse(*block)) {
      auto statement = element.getAs<CFGStmt>();
      if (fromStep) {
        fromStep = !statement || statement->getStmt() != step.action.call.expr;
        continue;
      }
      if (element.getAs<CFGLifetimeEnds>() || element.getAs<CFGScopeEnd>())
        continue;
      Found found = statement ? look(statement->getStmt()) : Found::Other;
      if (found != Found::Nothing)
        return found;
    }
    return Found::Nothing;
  }

  Found look(const Stmt *statement) {
    if (info.isInOpenMp(statement))
      return Found::Other;
    if (auto *call = dyn_cast<CallExpr>(statement))
      return look(call);
    if (auto *cast = dyn_cast<ImplicitCastExpr>(statement))
      return cast->getCastKind() != CK_LValueToRValue || isWindowType(cast->getType()) ||
                     isOwn(cast->getSubExpr())
                 ? Found::Nothing
                 : Found::Other;
    if (auto *binary = dyn_cast<BinaryOperator>(statement))
      return !binary->isAssignmentOp() || isOwn(binary->getLHS()) ? Found::Nothing : Found::Other;
    if (auto *unary = dyn_cast<UnaryOperator>(statement))
      return !unary->isIncrementDecrementOp() || isOwn(unary->getSubExpr()) ? Found::Nothing
                                                                            : Found::Other;
    if (auto *declaration = dyn_cast<DeclStmt>(statement))
      return llvm::all_of(declaration->decls(),
                          [](const Decl *decl) {
                            auto *variable = dyn_cast<VarDecl>(decl);
                            return !variable || !variable->isStaticLocal();
                          })
                 ? Found::Nothing
                 : Found::Other;
    return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral,
               CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, ParenExpr, CastExpr, ArraySubscriptExpr,
               MemberExpr, UnaryExprOrTypeTraitExpr, ConditionalOperator, ConstantExpr,
               InitListExpr, ImplicitValueInitExpr>(statement)
               ? Found::Nothing
               : Found::Other;
  }

  Found look(const CallExpr *expr) {
    if (auto call = mpiCall(expr); call && concernsWindows(call->kind())) {
      auto path = windowPath(*call, info);
      if (!path || !(*path == info.windows[*step.action.window].path))
        return Found::Other;
      calls.push_back(expr);
      return Found::Call;
    }
    const FunctionDecl *callee = expr->getDirectCallee();
    return callee && (isLocalMpiFunction(callee) || isPure(callee)) ? Found::Nothing : Found::Other;
  }

  /// sqrt, abs and the like.
  bool isPure(const FunctionDecl *callee) const {
    unsigned builtin = callee->getBuiltinID();
    const Builtin::Context &builtins = info.context.BuiltinInfo;
    return builtin &&
           (builtins.isConst(builtin) || builtins.isPure(builtin) ||
            builtins.isConstWithoutErrnoAndExceptions(builtin)) &&
           llvm::none_of(callee->parameters(), [](const ParmVarDecl *parameter) {
             return parameter->getType()->isAnyPointerType();
           });
  }

  bool isOwn(const Expr *lvalue) const {
    lvalue = lvalue->IgnoreParens();
    if (lvalue->getType().isVolatileQualified() || lvalue->getType()->isAtomicType())
      return false;
    if (auto *member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow())
      return isOwn(member->getBase());
    const Expr *pointer = nullptr;
    if (auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue))
      pointer = subscript->getBase();
    else if (auto *unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref)
      pointer = unary->getSubExpr();
    if (!pointer) {
      auto *named = dyn_cast<DeclRefExpr>(lvalue);
      return named && info.isStable(named->getDecl());
    }
    const Expr *base = pointer->IgnoreParenImpCasts();
    if (base->getType()->isArrayType())
      return isOwn(base);
    auto *named = dyn_cast<DeclRefExpr>(base);
    return named && memory && named->getDecl() == memory;
  }
};

/// Whether the action may do anything with that window.
bool mayUse(const Action &action, unsigned window, const FunctionInfo &info) {
  if (action.kind == Action::Kind::Call)
    return concernsWindows(action.call.kind()) && info.mayBeSame(action.window, window);
  if (action.kind == Action::Kind::Modify || action.kind == Action::Kind::Redeclare)
    return action.variable
               ? llvm::is_contained(info.windows[window].path.dependsOn, action.variable)
               : !info.windows[window].isPrivate;
  if (action.kind != Action::Kind::Synchronizes || info.windows[window].isPrivate)
    return false;
  return !action.invocation || llvm::any_of(action.invocation->windows, [&](const auto &effect) {
    return info.mayBeSame(effect.window, window);
  });
}

} // namespace

Neighbours directlyBefore(const Step &step, Between allowed) {
  return Backwards(step, allowed).run();
}

bool leadsToFree(const Step &step) {
  unsigned window = *step.action.window;
  llvm::BitVector seen(step.graph.cfg->getNumBlockIDs());
  std::vector<const CFGBlock *> pending;
  enum class Found { Nothing, Free, Other };
  auto look = [&](llvm::ArrayRef<Action> actions) {
    for (const Action &action : actions) {
      if (action.kind == Action::Kind::Stop)
        return Found::Free; // there is no next time either
      if (action.kind == Action::Kind::End)
        return Found::Other;
      if (mayUse(action, window, step.info))
        return action.kind == Action::Kind::Call && action.window == window &&
                       action.call.kind() == EventKind::WinFree
                   ? Found::Free
                   : Found::Other;
    }
    return Found::Nothing;
  };
  const std::vector<Action> &own = step.graph.blocks[step.block->getBlockID()];
  llvm::ArrayRef<Action> rest(&step.action + 1, own.data() + own.size());
  for (const CFGBlock *block = step.block;;) {
    Found found = look(rest);
    if (found == Found::Other)
      return false;
    if (found == Found::Nothing && !block->hasNoReturnElement())
      for (const CFGBlock *next : block->succs())
        if (next && !seen.test(next->getBlockID())) {
          seen.set(next->getBlockID());
          pending.push_back(next);
        }
    if (pending.empty())
      return true;
    block = pending.back();
    pending.pop_back();
    rest = step.graph.blocks[block->getBlockID()];
  }
}

} // namespace fencepost::plugin
