//===- Flags.h - members that tell an object's methods what to do ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `void close() { if (open) { MPI_Win_unlock(target, win); open = false; } }`:
// what the method does depends on what came before. Of an object that only its
// own methods see, such members are followed, and each method is looked at
// for what they hold where it is called. A handle holds 1 where it is not null.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FLAGS_H
#define FENCEPOST_CLANG_PLUGIN_FLAGS_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class CFGBlock;
class CXXRecordDecl;
class Expr;
class FieldDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct Invocation;

/// What members of one object hold.
using Flags = std::map<const clang::FieldDecl *, int64_t>;

/// What members of objects hold, by the variable; null: the object of the method.
using FlagsOfObjects = std::map<std::pair<const clang::VarDecl *, const clang::FieldDecl *>, int64_t>;

/// What is known of a call, beyond what the function itself says.
struct Context {
  /// Of a method of an object that only its methods see: what members hold.
  std::optional<Flags> flags = std::nullopt;
  /// Parameters that are names for variables of the caller, which the function sees otherwise, too.
  std::map<const clang::VarDecl *, const clang::Expr *> bound = {};
  /// Parameters that are given constants.
  std::map<const clang::VarDecl *, int64_t> numbers = {};
  /// What is taken to hold of parameters (Question::subject), as there would be nothing to do else.
  std::map<std::string, int64_t> atLeast = {};

  auto operator<=>(const Context &) const = default;
};

/// What a method does when its object's members hold that.
struct Variant {
  Flags assumed;
  std::shared_ptr<const Invocation> invocation;
  Flags left;
};

/// Those members of the class.
std::vector<const clang::FieldDecl *> flagsOf(const clang::CXXRecordDecl *record);

/// What may be assumed of so few of them: each of the values, or nothing.
std::vector<Flags> assumptions(const clang::CXXRecordDecl *record);

Flags ofObject(const FlagsOfObjects &flags, const clang::VarDecl *object);

/// The value of a flag that the expression is, or is written as.
std::optional<int64_t> flagValue(const clang::Expr *expr, const clang::ASTContext &context);

/// The flag that the lvalue names, and whose it is.
std::optional<std::pair<const clang::VarDecl *, const clang::FieldDecl *>>
flagOf(const clang::Expr *lvalue, const FunctionInfo &info);

/// Which way the block surely goes on by; nothing where the flags do not tell.
std::optional<bool> decided(const clang::CFGBlock *block, const FlagsOfObjects &flags,
                            const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FLAGS_H
