//===- ScopeEnds.h - in which order variables go --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_SCOPEENDS_H
#define FENCEPOST_CLANG_PLUGIN_SCOPEENDS_H

#include "clang/Analysis/CFG.h"

#include <vector>

namespace fencepost::plugin {

/// The elements of a block, where variables that go together do so in the order that the language
/// gives: the last one first. Clang has those without a destructor all go after the others.
std::vector<clang::CFGElement> elementsInOrder(const clang::CFGBlock &block,
                                               const clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_SCOPEENDS_H
