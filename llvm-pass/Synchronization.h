//===- Synchronization.h - what ends a segment --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_SYNCHRONIZATION_H
#define FENCEPOST_LLVM_PASS_SYNCHRONIZATION_H

namespace llvm {
class Instruction;
}

namespace fencepost::pass {

/// Whether what other threads or processes do may become ordered before what follows: the
/// accesses before and after it are in different segments (DESIGN 5d).
bool maySynchronize(const llvm::Instruction &instruction);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_SYNCHRONIZATION_H
