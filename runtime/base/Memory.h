//===- Memory.h - the runtime's own memory --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks from mmap, in size classes: the runtime stays out of the program's heap,
// so that it neither moves what malloc gives the program nor runs inside it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_MEMORY_H
#define FENCEPOST_RUNTIME_BASE_MEMORY_H

#include <cstddef>

namespace fencepost::runtime {

/// A zeroed block, aligned to 16 bytes; null when the system gives no more memory.
void *allocate(std::size_t bytes);

/// Gives back a block of allocate; `bytes` as asked for there. Null is fine.
void release(void *block, std::size_t bytes);

/// Address space that costs nothing until touched, zeroed; null when there is none.
void *reserve(std::size_t bytes);

/// Gives whole pages, of a reservation or a file, their memory at once, for writing: one by one each
/// costs a fault. Where the system cannot, that remains. Leaves errno as it is.
void populate(void *pages, std::size_t bytes);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_MEMORY_H
