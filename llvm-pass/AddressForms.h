//===- AddressForms.h - addresses at constant distances ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_ADDRESSFORMS_H
#define FENCEPOST_LLVM_PASS_ADDRESSFORMS_H

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace fencepost::pass {

/// Finds addresses that differ by a constant, as x[i] and y[i] of one structure do: those with the
/// same root and the same scaled indices.
class AddressForms {
public:
  struct Place {
    llvm::Value *base; // the first of its form since clear()
    int64_t offset;    // from there, in bytes
  };

  explicit AddressForms(const llvm::DataLayout &layout) : layout(&layout) {}

  Place find(llvm::Value *pointer);
  void clear() { first.clear(); }

private:
  struct Form {
    llvm::Value *root;
    std::vector<std::pair<llvm::Value *, int64_t>> indices; // with their scales, by address
    bool operator<(const Form &other) const {
      return std::tie(root, indices) < std::tie(other.root, other.indices);
    }
  };
  const llvm::DataLayout *layout;
  std::map<Form, Place> first; // offset: of that base from the form's root and indices
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_ADDRESSFORMS_H
