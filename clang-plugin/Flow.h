//===- Flow.h - runs the checks over a function ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FLOW_H
#define FENCEPOST_CLANG_PLUGIN_FLOW_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

class Analyses;
class Callers;
class Reporter;

/// Follows windows and operations along every path of the function, then shows each check each
/// step with the state before it.
void checkFunction(const clang::FunctionDecl *function, Analyses &analyses, Callers &callers,
                   Reporter &reporter);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FLOW_H
