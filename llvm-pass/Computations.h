//===- Computations.h - library functions that only compute -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_COMPUTATIONS_H
#define FENCEPOST_LLVM_PASS_COMPUTATIONS_H

namespace llvm {
class Module;
}

namespace fencepost::pass {

/// Says of the functions of the C library that compute (sqrt, rand, strlen, ...) that they return
/// and synchronize nothing: of those that set errno LLVM does not assume it.
void describeComputations(llvm::Module &module);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_COMPUTATIONS_H
