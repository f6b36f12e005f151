//===- FunctionInfo.h - what a function does with its variables -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks follow a variable only when they see everything that can happen
// to it. What they do not see, they do not judge.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FUNCTIONINFO_H
#define FENCEPOST_CLANG_PLUGIN_FUNCTIONINFO_H

#include "Epochs.h"
#include "Flags.h"
#include "MemberValues.h"
#include "OpenMp.h"
#include "PointerValues.h"
#include "RangeLoops.h"
#include "WindowPath.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class CXXTryStmt;
class DeclRefExpr;
class Expr;
class ForStmt;
class FunctionDecl;
class Stmt;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class Processes;
class Program;
struct MadeWindow;

/// A variable, also a pointer, that a loop moves on in the end of each iteration, and nothing else
/// in the loop changes.
struct Induction {
  const clang::Stmt *loop; // for, while or do
  const clang::Expr *condition;
  const clang::VarDecl *variable;
  const clang::Expr *begin;     // its first value, constant or not
  int64_t ahead;                // what the condition adds to that before the body
  std::optional<int64_t> first; // its value in the first iteration, where that is constant
  const clang::Stmt *step;      // that moves it on, where that is within the body
  llvm::DenseSet<const clang::Expr *> calls = {}; // and constructions, in the body
  bool mayEndEarly = false;                       // by a break, say
  /// The counting loop whose every iteration runs this one, for as long whatever the iteration.
  const Induction *outer = nullptr;
};

/// A window that the function has a name for.
struct Window {
  WindowPath path;
  std::string name; // as the source has it where it is first met
  /// A local variable that only MPI functions get: nobody else can do anything to the window.
  bool isPrivate = false;
  /// A local variable: no epoch is open when the function is entered.
  bool isLocal = false;
  bool isCreated = false;           // by a call in this function
  bool isAssigned = false;          // may be a copy of another handle
  const MadeWindow *made = nullptr; // elsewhere in the file
  bool isCompared = false; // with MPI_WIN_NULL, say: what follows may be for one of the answers
};

class FunctionInfo {
public:
  FunctionInfo(const clang::FunctionDecl *function, clang::ASTContext &context);

  const clang::FunctionDecl *function;
  clang::ASTContext &context;

  std::vector<Window> windows;

  /// What is known of the call that the function is looked at for.
  Context calledFor;

  Processes *processes = nullptr; // of the file, if that may be asked
  Program *program = nullptr;

  /// Code that the control flow graph does not tell the truth about: coroutines, setjmp,
  /// RMA calls in OpenMP constructs that are not followed.
  bool isBeyondUs = false;

  /// What was found by Groups.h: MPI_Group_incl and MPI_Comm_group for what opens an epoch.
  mutable llvm::DenseMap<const clang::CallExpr *,
                         std::pair<const clang::CallExpr *, const clang::CallExpr *>>
      groupMakers;

  /// The window's index in `windows`, which gets it when it is new.
  unsigned indexOf(const WindowPath &path, const std::string &name);

  /// Whether two indices of windows may be of the same one. Nothing is a window without a name.
  bool mayBeSame(std::optional<unsigned> a, std::optional<unsigned> b) const;

  /// Whether the variable begins its life without any window at that path, which it is the root of.
  bool startsEmpty(const clang::VarDecl *variable, const WindowPath &path) const;

  /// Whether only MPI functions get what is in the variable, which may be null.
  bool isOnlyMpis(const clang::VarDecl *variable) const;

  /// Whether the variable changes only where this function is seen to change it.
  bool isStable(const clang::ValueDecl *variable) const;

  /// Whether the variable has one value all its life, from its first use on.
  bool isSteady(const clang::VarDecl *variable) const;

  /// The place that holds the number, if the expression is nothing else and nobody else changes it
  /// unseen: one object for each place.
  const WindowPath *placeOf(const clang::Expr *number) const;
  const WindowPath *placeOf(WindowPath path) const;

  /// Whether it is a variable that only a lambda which the function is given has.
  bool isOfCaller(const clang::ValueDecl *value) const;

  /// Whether what is there may change through a pointer.
  bool isInMemory(const WindowPath &place) const;

  /// What is known of ranks.
  mutable llvm::DenseMap<const clang::Expr *, Target> targets;

  OpenMp openMp;

  /// Whether the statement is within an OpenMP construct.
  bool isInOpenMp(const clang::Stmt *statement) const { return openMp.around(statement); }

  /// The innermost block around the statement, in this function, whose handlers get what is thrown
  /// there; or null.
  const clang::CXXTryStmt *tryAround(const clang::Stmt *statement) const {
    return tries.lookup(statement);
  }

  /// The innermost counting loop whose every iteration, once it is begun, executes the statement,
  /// or null.
  const Induction *induction(const clang::Stmt *statement) const {
    return inductionOf.lookup(statement);
  }

  /// Whether an assertion (MPI_MODE_...) is, or is made of, what is written with that name, also by
  /// constants and variables that hold one value.
  bool saysAssertion(const clang::Expr *assertion, std::string_view name) const;

  /// Whether the rank may turn out to be MPI_PROC_NULL, so that the operation touches nothing.
  bool mayBeNullRank(const clang::Expr *rank) const;

  /// Local pointers that get one value in their life, and that value; references, and their object;
  /// spans, and what they are made of.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> soleValues;

  /// Those of them that always mean the same: what the value is made of does not change either.
  llvm::DenseSet<const clang::VarDecl *> aliases;

  /// Local whole numbers that are set once, behind their declaration, and what to.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> soleNumbers;

  /// What other local pointers are set to, and where one such value, always the same, is read.
  std::vector<PointerValue> pointerValues;
  llvm::DenseMap<const clang::DeclRefExpr *, const PointerValue *> valuesRead;

  /// Members of local objects that hold one value as long as the object lives.
  std::vector<MemberValue> memberValues;
  /// Local objects that only their own methods, in sight, see and change.
  llvm::DenseSet<const clang::VarDecl *> isolated;

  /// Local variables that hold one datatype, and what makes it: a value, or a call that gives it.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> datatypes;

  /// Whether the array holds what it was made with: nothing but MPI is given it, to read.
  bool isFixedArray(const clang::VarDecl *array) const {
    return array->hasLocalStorage() && !changedArrays.contains(array);
  }

  /// The communicator, when the expression is a variable that holds its number of processes.
  std::string commOfSize(const clang::Expr *expr) const;
  /// The same of this process's rank.
  std::string commOfRank(const clang::Expr *expr) const;

  /// What to call the communicator, so that equal names are of the same processes.
  std::string nameOfComm(const clang::Expr *comm) const;

  /// A variable that stands for an object without a name, which the expression makes, and that a
  /// destructor ends; null for any other expression.
  const clang::VarDecl *temporaryOf(const clang::Expr *expr) const;

  /// The blocks that literals of C go with, other than the function's.
  llvm::DenseMap<const clang::Expr *, const clang::Stmt *> literalBlocks;

  /// Operands of noexcept and the like, which clang's CFG has in it.
  llvm::DenseSet<const clang::Stmt *> unevaluated;

  /// What a return mentions, and may move out of the function.
  llvm::DenseSet<const clang::VarDecl *> returned;

  /// The function that the call executes, also by a local pointer that only ever points to it.
  const clang::FunctionDecl *calleeOf(const clang::CallExpr *call) const;

  /// The same of a function in sight that this one calls; null where that leads on and on.
  const FunctionInfo *ofCallee(const clang::FunctionDecl *callee) const;

  /// Loops over arrays and containers, by the variable that begins at their first element.
  llvm::DenseMap<const clang::VarDecl *, RangeLoop> ranges;

  /// Whether requests are copied from places that others know.
  bool copiesRequests = false;

  /// Whether the function looks at what a call leaves in the variable: a flag, or a request that it
  /// compares.
  bool isLookedAt(const clang::Expr *argument) const;
  /// The same of one or several requests.
  bool areLookedAt(const clang::Expr *requests) const;

  /// The calls of MPI_Test that leave their answer in the variable.
  llvm::DenseMap<const clang::ValueDecl *, llvm::SmallVector<const clang::CallExpr *, 2>> tests;

  /// Whether a condition asks for the result of a call of MPI: what it guards may be what happens
  /// when that call failed.
  bool asksForResult(const clang::Stmt *condition) const;

  /// How that statement counts, if it is a loop and does; or null.
  const Induction *countingLoop(const clang::Stmt *loop) const;

  /// Calls after which a container may have room for more, or less, of each variable.
  llvm::DenseMap<const clang::VarDecl *, unsigned> growths;

private:
  bool isOwn(const Window &window) const;
  bool isRead(const clang::ValueDecl *value) const {
    return read.contains(value) || compared.contains(value);
  }
  friend class Assignments;
  friend class FunctionScan;
  llvm::DenseSet<const clang::VarDecl *> results;    // that MPI functions returned
  llvm::DenseSet<const clang::VarDecl *> unstable;   // changed or read through something else
  llvm::DenseSet<const clang::VarDecl *> unsteady;   // with several values, or changed elsewhere
  llvm::DenseSet<const clang::VarDecl *> shared;     // handles that other code may hold
  llvm::DenseSet<const clang::ValueDecl *> compared; // handles whose value is asked for
  llvm::DenseSet<const clang::VarDecl *> maybeNull;
  llvm::DenseSet<const clang::ValueDecl *> read; // the values of these
  llvm::DenseSet<const clang::VarDecl *> changedArrays;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> sizes; // and of which communicator
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> ranks;
  llvm::DenseMap<const clang::Stmt *, const clang::CXXTryStmt *> tries;
  /// The loop whose every iteration executes the statement.
  llvm::DenseMap<const clang::Stmt *, const Induction *> inductionOf;
  std::vector<std::unique_ptr<Induction>> inductions;
  mutable std::map<std::pair<const clang::ValueDecl *, std::string>, std::unique_ptr<WindowPath>>
      places;
  mutable llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> temporaries;
  mutable std::map<const clang::FunctionDecl *, std::unique_ptr<FunctionInfo>> callees;
  unsigned depth = 0; // of calls that led here
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FUNCTIONINFO_H
