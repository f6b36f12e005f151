//===- Calls.h - the solver's calls and their lines  ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_SOR_CALLS_H
#define FENCEPOST_BENCHMARKS_SOR_CALLS_H

#include <otf2/otf2.h>

#include <cstdint>

namespace sor {

/// A call in the solver's source; the order is that of regions and contexts in the archive.
enum class Call : uint32_t {
  Init,
  WinCreate,
  OpeningFence,
  ClosingFence,
  Post,
  Start,
  Put,
  Complete,
  Wait,
  Lock,
  Unlock,
  Barrier,
  Allreduce,
  WinFree,
  Finalize,
  Count
};

struct CallInfo {
  const char *name;
  uint32_t line;
  OTF2_RegionRole role;
  const char *metric; // beside mpi-time
};

inline constexpr CallInfo kCalls[] = {
    {"MPI_Init", 10, OTF2_REGION_ROLE_FUNCTION, ""},
    {"MPI_Win_create", 12, OTF2_REGION_ROLE_ALLOCATE, ""},
    {"MPI_Win_fence", 20, OTF2_REGION_ROLE_BARRIER, "rma-sync-time"},
    {"MPI_Win_fence", 24, OTF2_REGION_ROLE_BARRIER, "rma-sync-time"},
    {"MPI_Win_post", 20, OTF2_REGION_ROLE_FUNCTION, "rma-sync-time"},
    {"MPI_Win_start", 21, OTF2_REGION_ROLE_FUNCTION, "rma-sync-time"},
    {"MPI_Put", 22, OTF2_REGION_ROLE_RMA, "rma-comm-time"},
    {"MPI_Win_complete", 24, OTF2_REGION_ROLE_FUNCTION, "rma-sync-time"},
    {"MPI_Win_wait", 25, OTF2_REGION_ROLE_FUNCTION, "rma-sync-time"},
    {"MPI_Win_lock", 21, OTF2_REGION_ROLE_FUNCTION, "rma-sync-time"},
    {"MPI_Win_unlock", 23, OTF2_REGION_ROLE_FUNCTION, "rma-sync-time"},
    {"MPI_Barrier", 25, OTF2_REGION_ROLE_BARRIER, ""},
    {"MPI_Allreduce", 30, OTF2_REGION_ROLE_COLL_ALL2ALL, ""},
    {"MPI_Win_free", 40, OTF2_REGION_ROLE_DEALLOCATE, ""},
    {"MPI_Finalize", 42, OTF2_REGION_ROLE_FUNCTION, ""},
};
static_assert(sizeof(kCalls) / sizeof(*kCalls) == static_cast<std::size_t>(Call::Count));

/// Contexts: main at the line of each call, then the call itself.
constexpr uint32_t callerContext(Call call) { return static_cast<uint32_t>(call); }
constexpr uint32_t callContext(Call call) {
  return static_cast<uint32_t>(Call::Count) + static_cast<uint32_t>(call);
}

} // namespace sor

#endif // FENCEPOST_BENCHMARKS_SOR_CALLS_H
