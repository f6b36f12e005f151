//===- Overlap.h - buffers that overlap -----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_OVERLAP_H
#define FENCEPOST_RUNTIME_ACCESS_OVERLAP_H

#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"

namespace fencepost::runtime {

/// Whether entries share bytes: the ranges of data that has so many bytes cover less.
bool overlapsItself(const Vector<StridedRange> &ranges, uint64_t bytes);

/// Whether two buffers share a byte. Neither is found in very many blocks.
bool overlap(const Vector<StridedRange> &a, const Vector<StridedRange> &b);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_OVERLAP_H
