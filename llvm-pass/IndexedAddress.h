//===- IndexedAddress.h - how an address moves in a loop --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_INDEXEDADDRESS_H
#define FENCEPOST_LLVM_PASS_INDEXEDADDRESS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class DataLayout;
class Loop;
class Value;
} // namespace llvm

namespace fencepost::pass {

/// Something that stays as it is in a loop, and one index that does not.
struct IndexedAddress {
  llvm::Value *root;
  llvm::SmallVector<std::pair<llvm::Value *, int64_t>, 2> fixed; // further indices that stay
  int64_t offset;
  llvm::Value *index; // 64 bits; null where all stays as it is
  int64_t scale;

  bool startsLike(const IndexedAddress &other) const {
    return root == other.root && fixed == other.fixed && offset == other.offset;
  }
  /// The part that stays, as a number.
  llvm::Value *start(llvm::IRBuilder<> &builder) const;
};

/// Of the address `offset` bytes from the pointer. Nothing where it is of another form.
std::optional<IndexedAddress> indexedAddress(const llvm::Loop &loop, llvm::Value *pointer,
                                             int64_t offset, const llvm::DataLayout &layout);

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_INDEXEDADDRESS_H
