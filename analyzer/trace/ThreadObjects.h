//===- ThreadObjects.h - what a synchronization of threads is about -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the API, a thread releases or acquires an object, and an acquire comes
// after all releases of its object before it in time (docs/trace-format.md,
// Synchronization of threads).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_THREADOBJECTS_H
#define FENCEPOST_ANALYZER_TRACE_THREADOBJECTS_H

#include "analyzer/trace/Event.h"

namespace fencepost::analyzer {

/// Besides those of the program: what fences have released, and what fences and atomics have.
enum class ObjectKind : uint8_t { OfProgram, Fences, Atomics };
using ThreadObject = std::pair<ObjectKind, uint64_t>;

inline constexpr ThreadObject kFences{ObjectKind::Fences, 0}, kAtomics{ObjectKind::Atomics, 0};

struct ThreadObjects {
  std::vector<ThreadObject> released, acquired;
};

ThreadObjects objectsOf(const Event &event);

/// Whether a thread that is followed may begin with that.
bool acquires(const Event &event);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_THREADOBJECTS_H
