//===- StandalonePlugin.cpp - the pass as a plugin of its own -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For compilers that have no clang AST (flang, opt) and for -fpass-plugin.
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/LLVMCompat.h"
#include "model/PassEntry.h"

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "fencepost", FENCEPOST_VERSION,
          [](llvm::PassBuilder &builder) { fencepost::registerFencepostPass(builder, nullptr); }};
}
