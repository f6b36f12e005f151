//===- FunctionScan.h - one look at all of a function ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FUNCTIONSCAN_H
#define FENCEPOST_CLANG_PLUGIN_FUNCTIONSCAN_H

namespace fencepost::plugin {

class FunctionInfo;

/// Finds what the function does with its variables.
void scanFunction(FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FUNCTIONSCAN_H
