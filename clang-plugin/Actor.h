//===- Actor.h - goes through a program for one process ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ACTOR_H
#define FENCEPOST_CLANG_PLUGIN_ACTOR_H

#include "Rehearsal.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <optional>

namespace clang {
class BinaryOperator;
class CallExpr;
class Expr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

/// Goes through a function for one process, with the numbers that are known of its variables.
class Actor {
public:
  enum class Result { GoesOn, Break, Continue, Return, GivesUp, Unknown };

  Actor(Rehearsal &all, int64_t rank, int64_t size) : all(all), rank(rank), size(size) {}

  Result run(const clang::Stmt *statement);

  Rehearsal::Part part; // all that it called so far
  bool isMain = false;

private:
  static constexpr unsigned kMostSteps = 20000, kMostDepth = 12, kMostRounds = 32;

  Rehearsal &all;
  const int64_t rank, size;
  unsigned steps = 0, depth = 0;
  llvm::DenseMap<const clang::VarDecl *, int64_t> numbers;
  llvm::DenseSet<const clang::VarDecl *> givenAway; // others may change them unseen
  std::optional<int64_t> returned;

  // Actor.cpp: statements and calls.
  Result declare(const clang::DeclStmt *declared);
  Result runIf(const clang::IfStmt *choice);
  Result runLoop(const clang::Stmt *loop);
  /// All of a loop, as long as it is known if there is another round; or nothing.
  std::optional<Result> runRounds(const clang::Stmt *body, const clang::Expr *condition,
                                  const clang::Expr *step, bool isAskedLast);
  Result runSwitch(const clang::SwitchStmt *cases);
  /// Of what calls no collective only the variables that it changes are of interest.
  Result skip(const clang::Stmt *statement);
  /// What the expression does.
  Result evaluate(const clang::Stmt *expr);
  Result evaluateChoice(const clang::Expr *expr);
  Result callFunction(const clang::CallExpr *call);
  Result enter(const clang::CallExpr *call, const clang::FunctionDecl *definition);
  bool matters(const clang::Stmt *statement) { return all.matters(statement, false); }
  /// Of two ways on one.
  Actor branch() const;
  void take(const Actor &other);
  void add(const clang::Stmt *place, const Actor &inner, Result how);

  // ActorNumbers.cpp: what is known of numbers.
  std::optional<int64_t> number(const clang::Expr *expr) const;
  /// Of what is written elsewhere: the variables there are not those of this function.
  std::optional<int64_t> numberElsewhere(const clang::Expr *value) const;
  /// What the call returns, when it does nothing else.
  std::optional<int64_t> result(const clang::CallExpr *call) const;
  Actor actorOf(const clang::CallExpr *call, const clang::FunctionDecl *definition) const;
  void set(const clang::VarDecl *variable, std::optional<int64_t> value);
  void giveAway(const clang::VarDecl *variable);
  void assign(const clang::BinaryOperator &binary);
  void assign(const clang::UnaryOperator &unary);
  /// The variables that the statement may change.
  void forget(const clang::Stmt *statement);
  void forgetReferences(const clang::CallExpr *call);
  void keepCommon(const Actor &other);
  /// Whether the answer surely is the same for all processes, whatever it is.
  bool isSameForAll(const clang::Expr *asked) const;
  /// `i = 0; i < n; i++`, where the bound is the same for all.
  bool isSameForAll(const clang::ForStmt *loop) const;
  /// Whether the comparison is one with a rank that only three processes and more have.
  void noteRanks(const clang::BinaryOperator &asked) const;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ACTOR_H
