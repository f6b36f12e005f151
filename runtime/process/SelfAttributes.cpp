//===- SelfAttributes.cpp - what is to be done when MPI is finalized -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/SelfAttributes.h"

#include <mpi.h>

#include <mutex>
#include <vector>

namespace fencepost::runtime {

static std::mutex mutex;
static std::vector<int> keyvals; // in the order in which they were set

void forgetSelfAttribute(int keyval) {
  const std::lock_guard lock(mutex);
  std::erase(keyvals, keyval);
}

void noteSelfAttribute(int keyval) {
  forgetSelfAttribute(keyval);
  const std::lock_guard lock(mutex);
  keyvals.push_back(keyval);
}

static int takeLast() {
  const std::lock_guard lock(mutex);
  if (keyvals.empty())
    return MPI_KEYVAL_INVALID;
  const int last = keyvals.back();
  keyvals.pop_back();
  return last;
}

void deleteSelfAttributes() {
  for (int last = takeLast(); last != MPI_KEYVAL_INVALID; last = takeLast())
    PMPI_Comm_delete_attr(MPI_COMM_SELF, last);
}

} // namespace fencepost::runtime
