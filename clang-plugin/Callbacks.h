//===- Callbacks.h - what algorithms call ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CALLBACKS_H
#define FENCEPOST_CLANG_PLUGIN_CALLBACKS_H

namespace clang {
class Expr;
} // namespace clang

namespace fencepost::plugin {

/// Whether what an algorithm calls, if the argument is that, may complete an operation.
bool mayCompleteWhenCalled(const clang::Expr *argument);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CALLBACKS_H
