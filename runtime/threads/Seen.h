//===- Seen.h - the objects that a thread released or acquired lately -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_SEEN_H
#define FENCEPOST_RUNTIME_THREADS_SEEN_H

#include "runtime/base/Hash.h"

#include <cstddef>

namespace fencepost::runtime {

/// What this thread, or the OpenMP task it is in, knows of an object. Forgets what another object
/// displaces.
struct SeenObject {
  uint64_t object;
  uint64_t version;  // up to which this thread is ordered after the object's releases
  uint64_t position; // of the journal after this thread's last release; 0: none
  uint64_t task;     // switches of tasks before
};

class SeenObjects {
public:
  SeenObject &operator[](uint64_t hash) {
    SeenObject &known = objects_[hash % kObjects];
    if (known.task != task_)
      known = {0, 0, 0, task_};
    return known;
  }
  /// Another task knows other things.
  void switchTask() { ++task_; }

private:
  static constexpr std::size_t kObjects = 256;
  SeenObject objects_[kObjects] = {};
  uint64_t task_ = 0;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_SEEN_H
