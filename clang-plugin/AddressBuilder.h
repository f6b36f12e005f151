//===- AddressBuilder.h - takes expressions apart into addresses ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ADDRESSBUILDER_H
#define FENCEPOST_CLANG_PLUGIN_ADDRESSBUILDER_H

#include "Address.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class Expr;
class MemberExpr;
class QualType;
class UnaryOperator;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

/// A letter that says what kind of thing it is, and which one.
std::string identity(char kind, const void *pointer);

/// Each says whether the expression is understood, and adds to the result.
struct PointerValue;

class AddressBuilder {
public:
  AddressBuilder(const FirstIteration &loop, const FunctionInfo &info) : loop(loop), info(info) {}

  bool lvalue(const clang::Expr *expr);

  bool pointee(const clang::Expr *expr);

  /// What a pointer in memory points to: the pointer is the root, as long as nobody changes it.
  bool value(const clang::Expr *pointer);
  bool assigned(const PointerValue &set);
  bool next(clang::QualType element, int sign);
  bool stepped(const clang::UnaryOperator *step); // `p++`, of a pointer that is followed
  bool viewed(const clang::Expr *span);           // what it is made of

  /// The elements of a standard container that keeps them in one piece, or what a pointer owns.
  bool elements(const clang::Expr *container);

  /// Memory of, or behind, what is beside that member or global variable.
  bool beside(const clang::Expr *named, const clang::ValueDecl *other);

  /// A chain of members and elements.
  bool path(const clang::Expr *expr, std::string &name);

  /// Adds index * bytes, taken apart into a constant and terms.
  bool add(const clang::Expr *index, int64_t bytes);

  /// An expression over variables that only this function changes.
  bool term(const clang::Expr *expr, std::string &name);

  Address result;

private:
  const FirstIteration loop;
  const clang::Expr *viewOf(const clang::Expr *container) const;
  unsigned values = 0; // of pointers that were followed
  const FunctionInfo &info;

  const clang::Expr *pointedTo(const clang::Expr *pointer) const;
  static const clang::VarDecl *plainVariable(const clang::Expr *pointer);
  static const clang::VarDecl *holder(const clang::Expr *object);

  bool variable(const clang::VarDecl *variable);

  bool field(const clang::MemberExpr *member);

  bool thisObject();

  /// What a function in sight returns, if it does nothing but that.
  bool returned(const clang::CallExpr *call);

  /// Adds the number of elements of a container, in elements of so many bytes.
  bool addSize(const clang::Expr *container, int64_t bytes);

  bool moved(int64_t bytes) {
    result.offset += bytes;
    return true;
  }

  /// Adds the index to the name of a path.
  bool place(const clang::Expr *index, std::string &name);

  bool step(const clang::Expr *index, clang::QualType element, int sign);

  /// The value of a constant, and of a variable that the loops count up.
  std::optional<int64_t> inFirst(const clang::Expr *expr) const;

  /// That of the loops whose variable the expression is; or null.
  const Induction *countedBy(const clang::Expr *expr) const;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ADDRESSBUILDER_H
