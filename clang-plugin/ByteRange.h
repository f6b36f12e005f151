//===- ByteRange.h - bytes of a window or another piece of memory ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_BYTERANGE_H
#define FENCEPOST_CLANG_PLUGIN_BYTERANGE_H

#include <cstdint>

namespace fencepost::plugin {

struct ByteRange {
  int64_t begin, end;

  bool overlaps(const ByteRange &other) const { return begin < other.end && other.begin < end; }
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_BYTERANGE_H
