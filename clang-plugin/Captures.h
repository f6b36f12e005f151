//===- Captures.h - what a lambda's variables are where it is called ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CAPTURES_H
#define FENCEPOST_CLANG_PLUGIN_CAPTURES_H

namespace clang {
class CXXRecordDecl;
class DeclContext;
class FunctionDecl;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// The function or other scope that declares the variable.
const clang::DeclContext *ownerOf(const clang::ValueDecl *variable);

/// The class of the lambda whose body the function is, or null.
const clang::CXXRecordDecl *closureOf(const clang::FunctionDecl *function);

/// Whether the lambda has a copy of the variable.
bool isCopied(const clang::VarDecl *variable, const clang::CXXRecordDecl *closure);

/// Whether the function is the body of a lambda, and the variable is one of those around it.
bool isCaptured(const clang::VarDecl *variable, const clang::FunctionDecl *function);

/// The same, of a copy that the lambda's body does not change.
bool isCapturedConstant(const clang::VarDecl *variable, const clang::FunctionDecl *function);

/// What names of a function's body, other than its parameters, mean where the function is called.
class Captures {
public:
  Captures(const clang::FunctionDecl *callee, const FunctionInfo &caller);

  enum class Meaning {
    Same,    // the same object
    Value,   // a copy of what the variable holds all its life
    Copy,    // a part of the closure
    Unknown, // there may be several closures, each with a variable of that name
  };
  Meaning of(const clang::VarDecl *variable) const;

  /// Whether the caller is the function whose variable that is, or a lambda in there that has it.
  bool isInSight(const clang::VarDecl *variable) const;

  /// Whether `this` is the caller's own.
  bool hasThis() const;

private:
  const clang::FunctionDecl *callee;
  const FunctionInfo &caller;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CAPTURES_H
