//===- LocalData.cpp - calls that compute with the caller's memory --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPI_Pack, MPI_Unpack, MPI_Reduce_local: to others they are loads and stores.
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Buffers.h"
#include "runtime/process/Recording.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

/// What lies between two positions of a packed buffer.
BufferRanges packed(const void *buffer, MPI_Count from, MPI_Count to) {
  return {static_cast<const char *>(buffer) + from, to - from, MPI_BYTE};
}

} // namespace

#define LOCAL_DATA(pack, unpack, reduce, Count, Size)                                              \
  int MPI_##pack(const void *in, Count count, MPI_Datatype type, void *out, Size size,             \
                 Size *position, MPI_Comm comm) {                                                  \
    Recording call(Call::pack, FENCEPOST_FRAME);                                                   \
    const MPI_Count from = *position;                                                              \
    const int result = PMPI_##pack(in, count, type, out, size, position, comm);                    \
    if (call.succeeded(result) && wantsRanges()) {                                                 \
      recordAccesses(call, RangeKind::Load, BufferRanges(in, count, type));                        \
      recordAccesses(call, RangeKind::Store, packed(out, from, *position));                        \
    }                                                                                              \
    return result;                                                                                 \
  }                                                                                                \
  int MPI_##unpack(const void *in, Size size, Size *position, void *out, Count count,              \
                   MPI_Datatype type, MPI_Comm comm) {                                             \
    Recording call(Call::unpack, FENCEPOST_FRAME);                                                 \
    const MPI_Count from = *position;                                                              \
    const int result = PMPI_##unpack(in, size, position, out, count, type, comm);                  \
    if (call.succeeded(result) && wantsRanges()) {                                                 \
      recordAccesses(call, RangeKind::Load, packed(in, from, *position));                          \
      recordAccesses(call, RangeKind::Store, BufferRanges(out, count, type));                      \
    }                                                                                              \
    return result;                                                                                 \
  }                                                                                                \
  int MPI_##reduce(const void *in, void *inOut, Count count, MPI_Datatype type, MPI_Op op) {       \
    Recording call(Call::reduce, FENCEPOST_FRAME);                                                 \
    const int result = PMPI_##reduce(in, inOut, count, type, op);                                  \
    if (call.succeeded(result) && wantsRanges()) {                                                 \
      recordAccesses(call, RangeKind::Load, BufferRanges(in, count, type));                        \
      recordAccesses(call, RangeKind::Store, BufferRanges(inOut, count, type));                    \
    }                                                                                              \
    return result;                                                                                 \
  }

extern "C" {

LOCAL_DATA(Pack, Unpack, Reduce_local, int, int)

#if MPI_VERSION >= 4
LOCAL_DATA(Pack_c, Unpack_c, Reduce_local_c, MPI_Count, MPI_Count)
#endif

} // extern "C"
