//===- Layouts.h - which bytes a datatype touches -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_LAYOUTS_H
#define FENCEPOST_CLANG_PLUGIN_LAYOUTS_H

#include "Datatypes.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace clang {
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// The type map of a datatype, in bytes from the buffer's begin on; the gaps are not touched
/// (RMA-RULES 1).
struct Layout {
  struct Block {
    int64_t offset;
    int64_t bytes;
  };
  std::vector<Block> blocks;                      // that do not overlap
  int64_t extent;                                 // from one element to the next
  std::optional<Datatype> element = std::nullopt; // all that it is made of
  int64_t lower = 0;                              // where the extent begins

  int64_t bytes() const; // of data
};

/// Of a predefined datatype, or a local variable that one call gives its value, with constants all
/// the way: contiguous, vector, hvector, subarray, resized. Nothing for any other, and for one of
/// very many blocks.
std::optional<Layout> layoutOf(const clang::Expr *datatype, const FunctionInfo &info);

/// So many elements of it, where these are not too many blocks and at least one.
std::optional<Layout> repeated(const Layout &layout, int64_t count, int64_t stride);

/// The type map of a vector whose blocks do not overlap; the stride is in bytes.
std::optional<Layout> vectorOf(const Layout &old, int64_t count, int64_t length, int64_t stride);

/// That of a block of an array, whose last dimension is the fastest.
std::optional<Layout> subarrayOf(const Layout &old, llvm::ArrayRef<int64_t> sizes,
                                 llvm::ArrayRef<int64_t> subsizes, llvm::ArrayRef<int64_t> starts);

/// Whether the call makes a datatype of those that are followed; its last argument gets it.
bool makesDatatype(const clang::CallExpr *call);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_LAYOUTS_H
