//===- AddressArithmetic.h - addresses as numbers ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ADDRESSARITHMETIC_H
#define FENCEPOST_LLVM_PASS_ADDRESSARITHMETIC_H

namespace llvm {
class Value;
}

namespace fencepost::pass {

/// Whether it is the distance of two pointers, of operands that are no distances.
bool isDistance(const llvm::Value &number);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ADDRESSARITHMETIC_H
