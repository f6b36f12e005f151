//===- Accesses.h - records direct loads and stores -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_ACCESSES_H
#define FENCEPOST_RUNTIME_ACCESS_ACCESSES_H

#include <cstdint>

namespace fencepost {
struct Site;
}

namespace fencepost::runtime {

/// One access, of one of the pages it touches at least.
void recordAccess(Site &site, bool store, uint64_t address, uint64_t bytes);

/// `count` accesses, `stride` bytes apart (may be negative), on any pages.
void recordAccesses(Site &site, bool store, uint64_t address, uint64_t bytes, int64_t stride,
                    uint64_t count);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_ACCESSES_H
