//===- KnownCallees.h - what calls through pointers come to -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_KNOWNCALLEES_H
#define FENCEPOST_LLVM_PASS_KNOWNCALLEES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace fencepost::pass {

class ModuleObjects;

/// Where all functions are known that a call through a pointer can come to, a virtual one say,
/// says at the call what the optimizer found of all of them: that they do not synchronize, do not
/// throw, return. Returns whether there are other instructions now than `objects` knows of.
bool describeKnownCallees(llvm::Module &module, ModuleObjects &objects,
                          llvm::FunctionAnalysisManager &manager);

/// Takes back what holds for the program and not for what is put into it.
void forgetKnownCallees(llvm::Module &module);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_KNOWNCALLEES_H
