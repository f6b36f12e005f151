//===- Hull.h - from the first to the last byte of a range -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_HULL_H
#define FENCEPOST_ANALYZER_TRACE_HULL_H

#include "analyzer/trace/Event.h"

#include <algorithm>

namespace fencepost::analyzer {

struct Hull {
  uint64_t begin, end;
};

/// The stride may be negative.
inline Hull hullOf(const Range &range) {
  uint64_t last = range.address +
                  static_cast<uint64_t>(range.stride) * (std::max<uint64_t>(range.count, 1) - 1);
  return {std::min(range.address, last), std::max(range.address, last) + range.bytes};
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_HULL_H
