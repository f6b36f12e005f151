//===- Bases.h - objects as their bases, and the other way around ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A member of a base is a member of the object, of a name of its own: that is
// so as long as no class has the base twice, or shares it with others.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_BASES_H
#define FENCEPOST_CLANG_PLUGIN_BASES_H

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class CastExpr;
class CXXRecordDecl;
class Expr;
} // namespace clang

namespace fencepost::plugin {

/// How many bytes the cast goes on from the object to its base, or back (less than zero) from the
/// base to the object. Nothing for any other cast, and where the base is not to be told from
/// another.
std::optional<int64_t> offsetOfBase(const clang::CastExpr *cast, const clang::ASTContext &context);

/// The expression under implicit casts, and those to bases and back; null where a base is not to be
/// told from another.
const clang::Expr *withoutBases(const clang::Expr *expr, const clang::ASTContext &context);

/// Where the base is in objects of the class; nothing where there is none, or more than one.
std::optional<int64_t> offsetOfBase(const clang::CXXRecordDecl *derived,
                                    const clang::CXXRecordDecl *base,
                                    const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_BASES_H
