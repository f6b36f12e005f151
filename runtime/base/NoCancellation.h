//===- NoCancellation.h - no end of the thread in here --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opening, writing and allocating files are cancellation points, and the program
// does not expect one where it stores to memory or locks a mutex.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_NOCANCELLATION_H
#define FENCEPOST_RUNTIME_BASE_NOCANCELLATION_H

#include <pthread.h>

namespace fencepost::runtime {

class NoCancellation {
public:
  NoCancellation() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~NoCancellation() { pthread_setcancelstate(before_, nullptr); }
  NoCancellation(const NoCancellation &) = delete;
  NoCancellation &operator=(const NoCancellation &) = delete;

private:
  int before_ = 0;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_NOCANCELLATION_H
