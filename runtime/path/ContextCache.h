//===- ContextCache.h - call paths a thread has seen ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PATH_CONTEXTCACHE_H
#define FENCEPOST_RUNTIME_PATH_CONTEXTCACHE_H

#include "model/Journal.h"
#include "runtime/base/Hash.h"

#include <cstddef>

namespace fencepost::runtime {

/// From the hash of a call path to its context id; forgets what another path displaces.
class ContextCache {
public:
  uint32_t find(uint64_t hash) const {
    const Entry &entry = entries_[hash % kEntries];
    return entry.hash == hash && entry.known ? entry.context : kNoId;
  }
  void insert(uint64_t hash, uint32_t context) {
    entries_[hash % kEntries] = {hash, context, true};
  }

private:
  static constexpr std::size_t kEntries = 1024;
  struct Entry {
    uint64_t hash;
    uint32_t context;
    bool known;
  };
  Entry entries_[kEntries] = {};
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PATH_CONTEXTCACHE_H
