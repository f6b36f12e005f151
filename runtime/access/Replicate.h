//===- Replicate.h - copies of ranges at equal distances ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_REPLICATE_H
#define FENCEPOST_RUNTIME_ACCESS_REPLICATE_H

#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"

namespace fencepost::runtime {

/// Adds to `result` what `count` copies of `ranges` cover, copy i moved by start + i * distance.
/// With as few ranges as the two levels allow; bytes that touch are joined.
void replicate(const Vector<StridedRange> &ranges, int64_t start, int64_t distance, uint64_t count,
               Vector<StridedRange> &result);

/// Sorts by start, joins what touches and finds equal distances again.
void tidy(Vector<StridedRange> &ranges);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_REPLICATE_H
