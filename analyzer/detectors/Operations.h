//===- Operations.h - how many operations and bytes ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_OPERATIONS_H
#define FENCEPOST_ANALYZER_DETECTORS_OPERATIONS_H

#include "analyzer/trace/Event.h"

namespace fencepost::analyzer {

struct Operations {
  uint64_t puts = 0, gets = 0, atomics = 0, bytesPut = 0, bytesGet = 0;
};

/// Whether it counts: one that has a window.
inline bool isCountedOperation(const Event &event) {
  return isOperation(event.kind) && event.window != kNone;
}

/// An operation of the accumulate family moves bytes to the target and, where it returns something,
/// from it.
inline void countOperation(const Event &event, Operations &to) {
  if (event.kind == EventKind::Put) {
    ++to.puts;
    to.bytesPut += event.bytes;
  } else if (event.kind == EventKind::Get) {
    ++to.gets;
    to.bytesGet += event.bytes;
  } else {
    ++to.atomics;
    to.bytesPut += event.bytes;
    if (event.kind != EventKind::Accumulate)
      to.bytesGet += event.bytes;
  }
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_OPERATIONS_H
