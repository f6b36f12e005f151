//===- Summaries.h - what calling a function may do to epochs -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_SUMMARIES_H
#define FENCEPOST_CLANG_PLUGIN_SUMMARIES_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <set>

namespace clang {
class ASTContext;
class CallExpr;
class CXXDeleteExpr;
class CXXRecordDecl;
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace fencepost::plugin {

/// The worst that a call may do, in rising order.
enum class Effect : uint8_t {
  None,         // changes nothing that others see
  Modifies,     // may change memory that others see
  Synchronizes, // may also open or complete epochs of windows it can reach, or wait for requests
};

/// What a call changes of what others see.
struct Changes {
  bool handles = false; // or pointers, or whole objects, other than by their names
  bool numbers = false; // the same of integers
  std::set<const clang::ValueDecl *> names; // members and global variables that it changes by them
  std::set<const clang::ValueDecl *> renewed; // those of them that get anything but a null handle

  void add(const Changes &other);
};

/// Effects of functions, from their bodies where these are in sight.
class Summaries {
public:
  explicit Summaries(clang::ASTContext &context) : context(context) {}

  Effect ofCall(const clang::CallExpr *call);
  Effect ofFunction(const clang::FunctionDecl *function);
  Effect ofDestruction(const clang::CXXRecordDecl *record);

  /// Of what a member is given where its class declares it.
  Effect ofDefault(const clang::CXXDefaultInitExpr *initial);

  /// Whether the call executes just the function that it names.
  static bool isBound(const clang::CallExpr *call);

  /// Whether it only gives memory back, and runs no code of the user's.
  static bool isPlain(const clang::CXXDeleteExpr *expr);

  Changes changesOf(const clang::FunctionDecl *function);

  /// Whether the method, whose body is in sight, does anything with `this` but use its members.
  bool givesThisAway(const clang::FunctionDecl *method);

  /// The body that a call of the function surely executes, where it is in sight.
  const clang::FunctionDecl *definition(const clang::FunctionDecl *function);

  /// The same, when MPI is used there.
  const clang::FunctionDecl *definitionThatUsesMpi(const clang::FunctionDecl *function);

private:
  struct Known {
    Effect effect;
    Changes changes;
    bool givesThisAway;
    bool usesMpi; // itself, or in a function that it calls
  };
  clang::ASTContext &context;
  llvm::DenseMap<const clang::FunctionDecl *, Known> known;

  friend class BodyScan;
  const Known *ofBody(const clang::FunctionDecl *function);

  bool isLibraryFunction(const clang::FunctionDecl *function) const;
  Effect ofLibraryFunction(const clang::FunctionDecl *function) const;
};

/// Whether the function is the library's and only gives access to what it is given.
bool isAccessor(const clang::FunctionDecl *function);

/// Whether the argument gives the function a place of integers that it may write to.
bool givesNumbers(const clang::CallExpr *call, unsigned index);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SUMMARIES_H
