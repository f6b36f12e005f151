//===- VersionGuard.cpp - stops a load into another LLVM ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugins leave LLVM's symbols undefined and bind to whatever LLVM the host
// process has. Another major version would crash at some later point; this
// constructor runs first and says so instead (DESIGN decision 1).
//
//===----------------------------------------------------------------------===//

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"

#include <cstdio>
#include <unistd.h>

[[gnu::constructor(101)]] static void refuseOtherLlvm() {
  unsigned major = 0;
  LLVMGetVersion(&major, nullptr, nullptr);
  if (major == LLVM_VERSION_MAJOR)
    return;
  std::fprintf(stderr,
               "fencepost: error: this plugin is for LLVM %d but was loaded into LLVM %u; use "
               "clang-%d, or the plugin whose name ends in -%u.so\n",
               LLVM_VERSION_MAJOR, major, LLVM_VERSION_MAJOR, major);
  std::fflush(stderr);
  _exit(1);
}
