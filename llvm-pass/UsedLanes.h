//===- UsedLanes.h - which lanes of a loaded vector anybody uses --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To read every other element, vectorized code loads the ones between as well
// and drops them. They are not accesses of the source: somebody else may write
// to them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_USEDLANES_H
#define FENCEPOST_LLVM_PASS_USEDLANES_H

#include "llvm/ADT/BitVector.h"

#include <optional>

namespace llvm {
class LoadInst;
}

namespace fencepost::pass {

/// Nothing where all lanes count, as for a load that is not of a vector with lanes of whole bytes.
std::optional<llvm::BitVector> usedLanes(const llvm::LoadInst &load);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_USEDLANES_H
