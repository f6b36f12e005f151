//===- Growth.h - whether containers have room for more -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_GROWTH_H
#define FENCEPOST_CLANG_PLUGIN_GROWTH_H

#include "llvm/ADT/DenseMap.h"

namespace clang {
class CallExpr;
class CXXMemberCallExpr;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// Counts it for the variables that may have room for more elements, or less, after that call.
void noteGrowth(const clang::CallExpr *call,
                llvm::DenseMap<const clang::VarDecl *, unsigned> &growths);

/// Whether that method of a std::vector surely finds no room, and moves its elements: of a local
/// one, made with as many as it has, that nothing else in the function grows.
bool outgrows(const clang::CXXMemberCallExpr *method, const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_GROWTH_H
