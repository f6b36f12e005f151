//===- Names.h - expressions that are variables and handles ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_NAMES_H
#define FENCEPOST_CLANG_PLUGIN_NAMES_H

namespace clang {
class ASTContext;
class CallExpr;
class DeclContext;
class DeclRefExpr;
class Expr;
class Stmt;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

/// What a name of a structured binding stands for, or std::forward returns; null for any other
/// expression.
const clang::Expr *boundTo(const clang::Expr *expr);

/// The name, when the expression is nothing else.
const clang::DeclRefExpr *reference(const clang::Expr *expr);

/// The name in `name` or `&name`.
const clang::DeclRefExpr *referenceOrAddress(const clang::Expr *expr);

/// Whether a handle passed there stays with MPI: not as the value of an attribute, nor turned into
/// a Fortran handle, through which other code may get at it.
bool keepsHandle(const clang::CallExpr *expr, unsigned argument);

/// The variable, when the expression is nothing but its name.
const clang::VarDecl *variableOf(const clang::Expr *expr);

/// What a pointer is the address of, where the source takes it there; or null.
const clang::Expr *addressedIn(const clang::Expr *pointer);

/// Whether the variable is named in the statement.
bool mentions(const clang::Stmt *statement, const clang::ValueDecl *variable);

/// Whether the record, or one around it, is a union.
bool isInUnion(const clang::DeclContext *record);
/// Whether what it names is a part of one, whose other parts may change it.
bool isPartOfUnion(const clang::Expr *lvalue);

/// Whether the expression is MPI_WIN_NULL, MPI_REQUEST_NULL or an empty initializer.
bool isNullHandle(const clang::Expr *expr, const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_NAMES_H
