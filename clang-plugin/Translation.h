//===- Translation.h - a callee's words in those of its caller ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRANSLATION_H
#define FENCEPOST_CLANG_PLUGIN_TRANSLATION_H

#include "Actions.h"
#include "Captures.h"
#include "Invocations.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace clang {
class ParmVarDecl;
} // namespace clang

namespace fencepost::plugin {

/// What a function says of windows, ranks and memory, as the caller says it. Nothing where that has
/// no words for it.
class Translation {
public:
  Translation(const Arguments &arguments, const FunctionInfo &info, const FirstIteration &loop = {})
      : arguments(arguments), info(info), loop(loop), captures(arguments.callee, info) {}

  std::optional<WindowPath> path(const WindowPath &inner) const;

  Target target(const Target &inner) const;

  /// An operation that the function leaves under way; nothing where its buffers are not the
  /// caller's, or it moves nothing.
  std::optional<Operation> operation(const Operation &inner) const;

  bool movesNothing(const MpiCall &call) const;

  std::optional<Access> access(const Access &inner) const;

  /// Whether what depends on that bound takes place, as far as the caller's own words for it say.
  /// Without such words there is no telling.
  bool isWithin(std::optional<Bound> &bound) const;

  /// Whether the memory is found through variables from outside of the function, and the caller
  /// finds it in the same way.
  bool isOuter(const Address &address) const;

  /// The expression without indices that only the function knows.
  std::string withoutIndex(const clang::Expr *expr) const;

  /// What the caller would call a member that the method calls so.
  std::string nameOfMember(llvm::StringRef name) const;

  /// What the caller would call the window that the function calls so; empty where it has no words.
  std::string nameOfWindow(const WindowPath &inner, llvm::StringRef name) const;

private:
  const Arguments &arguments;
  const FunctionInfo &info;
  const FirstIteration loop; // in which the call is looked at
  const Captures captures;

  const clang::FunctionDecl *definition() const { return arguments.callee->getDefinition(); }

  std::optional<Access> accessWithoutIndices(const Access &buffer) const;

  /// Moves the address by what the function calls so. Whether the caller has words for it.
  bool index(Address &address, const clang::Expr *expr, int64_t bytes) const;

  /// The name of that in the terms of the caller's addresses.
  bool term(Address &address, const clang::Expr *expr, std::string &name) const;

  /// What the caller gives for the expression, or has it for; null for any other.
  const clang::Expr *given(const clang::Expr *expr) const;

  /// The number in memory that the function calls so.
  const WindowPath *placeOf(const clang::Expr *number) const;

  bool hasValue(const clang::ValueDecl *outer) const;

  std::optional<WindowPath> pathFromRoot(const WindowPath &inner) const;

  /// The window that the function finds through a variable from outside of it.
  std::optional<WindowPath> outerPath(const WindowPath &inner) const;

  /// What the function reaches through members from what it is given.
  std::optional<Access> reached(const Access &inner, const clang::ParmVarDecl *parameter,
                                const clang::Expr *value) const;

  /// That access, of memory that the caller names as the function does.
  static Access asBefore(const Access &inner);

  const clang::Expr *argument(const clang::ParmVarDecl *parameter) const;

  /// The buffer with as many elements as the caller says.
  const clang::Expr *wholeOf(const Access &buffer) const;
  Access counted(Access buffer) const;

  /// A part of the object that the method is called for.
  std::optional<Access> memberAccess(const Access &buffer) const;

  Access moved(Address address, const Access &buffer, const clang::Expr *expr) const;

  bool mayAlwaysMove(const Operation &operation) const;

  /// What the caller says for the count. Nothing where that is a constant, which `isZero` tells of.
  std::optional<Count> count(const Count &inner, bool &isZero) const;

  /// What an argument by value or by reference is a copy or the name of.
  static const clang::Expr *object(const clang::Expr *value);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_TRANSLATION_H
