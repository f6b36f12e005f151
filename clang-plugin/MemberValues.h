//===- MemberValues.h - what members of local objects hold all their life -===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `LockGuard guard(win, target);`: the window that the guard locks and unlocks
// is `win`, when nobody else gets at the guard and nothing gives its members,
// or `win`, another value as long as it lives.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_MEMBERVALUES_H
#define FENCEPOST_CLANG_PLUGIN_MEMBERVALUES_H

#include <vector>

namespace clang {
class CXXConstructorDecl;
class Expr;
class FieldDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
class Summaries;
struct WindowPath;

struct MemberValue {
  const clang::VarDecl *object;
  const clang::FieldDecl *member;
  const clang::Expr *value; // a variable, or a member of one, where the object is made
};

/// Those of the function's objects, and the objects that only their own methods see.
void findMemberValues(FunctionInfo &info, Summaries &summaries);

/// The path, where it begins with such a member, from what that holds.
WindowPath withMemberValue(WindowPath path, const FunctionInfo &info);

/// What the constructor that makes an object initializes the member of its class with, in its own
/// words; null where it leaves the member alone. `isKnown`: whether that is all there is to say.
const clang::Expr *initialValue(const clang::CXXConstructorDecl *constructor,
                                const clang::FieldDecl *member, bool &isKnown);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_MEMBERVALUES_H
