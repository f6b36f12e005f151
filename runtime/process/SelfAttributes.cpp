//===- SelfAttributes.cpp - what is to be done when MPI is finalized -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/SelfAttributes.h"

#include "runtime/base/Lock.h"
#include "runtime/base/Vector.h"
#include "runtime/process/Mpi.h"

#include <algorithm>

namespace fencepost::runtime {

static SpinLock lock;
static Vector<int> keyvals; // in the order in which they were set

static void forget(int keyval) {
  keyvals.resize(std::remove(keyvals.begin(), keyvals.end(), keyval) - keyvals.begin());
}

void forgetSelfAttribute(int keyval) {
  Guard guard(lock);
  forget(keyval);
}

void noteSelfAttribute(int keyval) {
  Guard guard(lock);
  forget(keyval);
  keyvals.push(keyval);
}

static int takeLast() {
  Guard guard(lock);
  if (keyvals.empty())
    return MPI_KEYVAL_INVALID;
  const int last = keyvals.back();
  keyvals.pop();
  return last;
}

void deleteSelfAttributes() {
  for (int last = takeLast(); last != MPI_KEYVAL_INVALID; last = takeLast())
    PMPI_Comm_delete_attr(MPI_COMM_SELF, last);
}

} // namespace fencepost::runtime
