//===- trial/Kinds.h - what statements and types are to a trial -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_KINDS_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_KINDS_H

#include "trial/Memory.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace fencepost::plugin::trial {

/// Of an iterator of a container that keeps numbers in one piece: their type; else a null type.
clang::QualType numberOfIterator(clang::QualType type);

/// What the members and elements of arrays are part of: `grid` for `grid.rows[2].first`.
const clang::Expr *wholeOf(const clang::Expr *lvalue);

/// Whether it is more than an int64_t holds, which has it as a negative number.
bool isLarge(Value number, clang::QualType type);

/// Of two numbers, of which at least one is a real.
Value ofReals(clang::BinaryOperatorKind kind, Value left, Value right);

/// sqrt, fabs and the like.
bool onlyCalculates(const clang::CallExpr *call);

/// The elements of the class, which the library keeps in one piece; a null type for any other.
clang::QualType elementOf(const clang::CXXRecordDecl *record);

/// Whether the elements may lie in memory of the program's own.
bool isElsewhere(const clang::CXXRecordDecl *record);

/// Whether no container has that many elements, so that asking for them throws.
bool isTooMany(Value count);

/// Whose method the call calls.
const clang::Expr *objectOf(const clang::CallExpr *call);

/// Whether elementsIn knows what is in an object of the type.
bool keepsElements(clang::QualType type);

/// A lock_guard or unique_lock, whose code is that of what it locks.
bool isScopedLock(const clang::CXXRecordDecl *record);

/// A mutex of the library, or what locks one: it holds nothing that the program can see.
bool isMutex(const clang::CXXRecordDecl *record);

/// A std::pair of two numbers.
bool isPair(const clang::CXXRecordDecl *record);

/// A unique_ptr that deletes what it owns as the library does.
bool isSoleOwner(const clang::CXXRecordDecl *record);

/// Whether the variable is one of the statement's own.
bool declares(const clang::Stmt *statement, const clang::VarDecl *variable);

/// The objects that a function of the library changes, which is given nothing but numbers, text
/// and the like; nothing of any other.
std::optional<llvm::SmallVector<const clang::Expr *, 2>>
changedValues(const clang::Stmt *statement);

/// Whether what is stored in the type may point somewhere.
bool mayHoldPointers(clang::QualType type, unsigned depth = 4);

/// Whether it makes a number of an argument of the command line.
bool readsArgument(const clang::CallExpr *call, llvm::StringRef name);

/// Whether it is copied as memory is.
bool isPlainCopy(const clang::Stmt *statement);

/// Whether it goes through a container whose begin and end change nothing.
bool isOverContainer(const clang::CXXForRangeStmt *loop);

/// Whether it finds an element, or their number, of a container that keeps them in one piece.
bool onlyLooksUp(const clang::CallExpr *call);

/// Whether it asks for nothing but variables of the function that nobody else sees.
bool isSimple(const clang::Stmt *asked);

/// A loop of so many iterations, of which the variable counts the first and the step. Its body
/// neither leaves it nor calls, and changes neither the variable nor what the bound names.
struct CountedLoop {
  const clang::VarDecl *variable;
  const clang::Expr *bound;
  clang::BinaryOperatorKind relation;
  int64_t step;
  bool hasQuestions = false;  // it may do different things in different iterations
  bool storesNumbers = false; // integers or pointers, in memory
};

/// Whether it counts up or down to a bound.
bool isCounting(const clang::ForStmt *loop, const clang::ASTContext &context);

/// The name of an object of Open MPI that a predefined handle points to.
llvm::StringRef predefined(Value value);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_KINDS_H
