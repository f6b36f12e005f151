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

namespace clang {
class ASTContext;
class CallExpr;
class CXXRecordDecl;
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

/// The worst that a call may do, in rising order.
enum class Effect : uint8_t {
  None,         // changes nothing that others see
  Modifies,     // may change memory that others see
  Synchronizes, // may also open or complete epochs of windows it can reach, or wait for requests
};

/// Effects of functions, from their bodies where these are in sight.
class Summaries {
public:
  explicit Summaries(clang::ASTContext &context) : context(context) {}

  Effect ofCall(const clang::CallExpr *call);
  Effect ofFunction(const clang::FunctionDecl *function);
  Effect ofDestruction(const clang::CXXRecordDecl *record);

private:
  clang::ASTContext &context;
  llvm::DenseMap<const clang::FunctionDecl *, Effect> known;

  Effect ofLibraryFunction(const clang::FunctionDecl *function) const;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SUMMARIES_H
