//===- Memory.cpp - memory that the MPI library allocates -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Released.h"
#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/process/Recording.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

SpinLock lock;
HashMap<uint64_t> sizes; // of what MPI_Alloc_mem gave out, by address

void noteAllocation(const void *base, MPI_Aint size) {
  Guard guard(lock);
  if (uint64_t *entry = sizes.insert(reinterpret_cast<uint64_t>(base)))
    *entry = static_cast<uint64_t>(size);
}

uint64_t takeAllocation(const void *base) {
  Guard guard(lock);
  const uint64_t *entry = sizes.find(reinterpret_cast<uint64_t>(base));
  const uint64_t size = entry ? *entry : 0;
  if (entry)
    sizes.erase(reinterpret_cast<uint64_t>(base));
  return size;
}

} // namespace

extern "C" {

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *base) {
  Recording call(Call::Alloc_mem, FENCEPOST_FRAME);
  const int result = PMPI_Alloc_mem(size, info, base);
  // `base` is declared void * and is a void **.
  if (call.succeeded(result) && *static_cast<void **>(base))
    noteAllocation(*static_cast<void **>(base), size);
  return result;
}

int MPI_Free_mem(void *base) {
  Recording call(Call::Free_mem, FENCEPOST_FRAME);
  // Before the call: once it is given back, another thread may be given it.
  if (const uint64_t bytes = call.isOutermost() ? takeAllocation(base) : 0)
    recordRelease(call.thread(), call.context(), reinterpret_cast<uint64_t>(base), bytes,
                  call.end());
  return PMPI_Free_mem(base);
}

} // extern "C"
