//===- Escape.h - where the address of an object can go -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ESCAPE_H
#define FENCEPOST_LLVM_PASS_ESCAPE_H

namespace llvm {
class CallBase;
class Use;
class Value;
} // namespace llvm

namespace fencepost::pass {

/// Whether the object may become window memory or the buffer of an MPI call: its address is stored,
/// returned, passed to an unknown function or to MPI as more than a place for a result. Follows the
/// uses of the object, and of what is computed from its address.
bool mayReachMpi(const llvm::Value &object);

/// Whether the call forgets the address that is its operand.
bool keepsNoCopy(const llvm::CallBase &call, const llvm::Use &operand);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ESCAPE_H
