//===- Containers.h - containers of the C++ library -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CONTAINERS_H
#define FENCEPOST_CLANG_PLUGIN_CONTAINERS_H

#include "llvm/ADT/StringRef.h"

#include <initializer_list>
#include <optional>
#include <utility>

namespace clang {
class ASTContext;
class CallExpr;
class CXXOperatorCallExpr;
class CXXRecordDecl;
class Expr;
class NamedDecl;
class QualType;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// Whether it keeps its elements in one piece of memory, or owns or spans one.
bool isInOnePiece(const clang::CXXRecordDecl *record);

/// Whether it leads to something that may be a handle, a pointer or a container, as the iterators
/// of a vector of windows do.
bool isPlaceOfHandles(const clang::Expr *expr, const clang::ASTContext &context);
/// The same of whole numbers.
bool isPlaceOfNumbers(const clang::Expr *expr);

/// Whether the call is of a function of the library, or an object of std::ranges, that may do
/// anything to what it is given, and not of an operator or method.
bool isAlgorithm(const clang::CallExpr *call);

/// The function of namespace std that is called, or the object of namespace std::ranges; or null.
const clang::NamedDecl *algorithmOf(const clang::CallExpr *call);

/// Whether it writes all of the object that it assigns to, and does nothing else: of a class that
/// is copied byte by byte, or a std::complex.
bool isPlainAssignment(const clang::CXXOperatorCallExpr *call);

/// Whether such a container gives the memory back when its life ends, and not by the user's code.
bool ownsElements(const clang::CXXRecordDecl *record);

/// Whether an array, struct or container begins without any handle.
bool hasNoHandles(const clang::Expr *initial, const clang::ASTContext &context);

bool isSpan(clang::QualType type);

/// std::thread or std::jthread. It may be null.
bool isThread(const clang::CXXRecordDecl *record);

/// What the object is a copy of, or made of alone.
const clang::Expr *withoutConversions(const clang::Expr *expr);

/// The object of a call of one of these methods with so many arguments, or null.
const clang::Expr *ofAccessor(const clang::Expr *expr, std::initializer_list<llvm::StringRef> names,
                              unsigned arguments = 0);

/// `s.size()` of a local number that always is that of a parameter; else the count itself.
const clang::Expr *withSize(const clang::Expr *count, const FunctionInfo &info);

/// The array or container that a function of that name in namespace std is given alone; or null.
const clang::Expr *ofRangeFunction(const clang::Expr *expr,
                                   std::initializer_list<llvm::StringRef> names);

/// What std::swap, or a container's method, exchanges, if that runs no code of the user's: numbers,
/// pointers, or the elements of containers that keep them in one piece.
std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
swappedBy(const clang::CallExpr *call);

/// A std::array, which stays where it is when it is exchanged: what it holds changes.
bool isArrayOfNumbers(clang::QualType type);

/// Whether it is a parameter that is such a container.
bool isGivenInOnePiece(const clang::VarDecl *variable);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CONTAINERS_H
