//===- Flush.h - writes a segment's accesses to the journal ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_FLUSH_H
#define FENCEPOST_RUNTIME_ACCESS_FLUSH_H

#include <cstdint>

namespace fencepost::runtime {

struct PlaceBits;
struct Thread;

/// Writes the thread's segment as load and store ranges and begins a new one. The caller is
/// between threads' writes (Writing) or alone.
void flushSegment(Thread &thread, uint64_t time);

/// The same of the part that is in bits of pages, to make room for others.
void flushPages(Thread &thread, uint64_t time);

/// Writes accesses at places in no order as they are, if all of their memory is tracked. Else
/// false. For CheckedPlaces; the context is the thread.
bool writePlaces(void *thread, uint64_t time, uint64_t key, const PlaceBits &places);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_FLUSH_H
