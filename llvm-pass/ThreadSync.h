//===- ThreadSync.h - what code itself orders between threads -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics, fences and the guards of static variables. Locks and the like are
// functions, which the runtime sees (runtime/threads).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_THREADSYNC_H
#define FENCEPOST_LLVM_PASS_THREADSYNC_H

#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace fencepost::pass {

/// The instructions that release or acquire something, in the function's order.
std::vector<llvm::Instruction *> findThreadSync(llvm::Function &function);

/// Tells the runtime of them, behind a test whether the process has several threads (model/Abi.h).
/// Changes nothing of what they do.
void instrumentThreadSync(const std::vector<llvm::Instruction *> &instructions);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_THREADSYNC_H
