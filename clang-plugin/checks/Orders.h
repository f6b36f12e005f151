//===- checks/Orders.h - what may order a step with what others do --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_ORDERS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_ORDERS_H

namespace clang {
class CallExpr;
} // namespace clang

namespace fencepost::plugin {

struct Step;

/// Whether something between the fence, or what else opened the window's epoch, and the step may
/// order them with what others do.
bool mayBeOrdered(const Step &step, const clang::CallExpr *fence, unsigned window);

/// Whether something behind the step, before the exposure epoch ends, may let others begin.
bool mayLetOthersBegin(const Step &step, unsigned window);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_ORDERS_H
