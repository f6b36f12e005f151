//===- Regions.cpp - what kind of region an MPI function is ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/Regions.h"

#include "model/Calls.h"

namespace fencepost::archive {

OTF2_RegionRole regionRole(std::string_view name) {
  std::optional<Call> call = findCall(name);
  if (!call)
    return OTF2_REGION_ROLE_FUNCTION;
  // Two that their kind does not tell.
  if (*call == Call::Barrier || *call == Call::Ibarrier)
    return OTF2_REGION_ROLE_BARRIER;
  if (*call == Call::Win_allocate || *call == Call::Win_allocate_shared)
    return OTF2_REGION_ROLE_ALLOCATE;
  switch (callInfo(*call).kind) {
  case EventKind::Put:
  case EventKind::Get:
    return OTF2_REGION_ROLE_RMA;
  case EventKind::Accumulate:
  case EventKind::GetAccumulate:
  case EventKind::FetchAndOp:
  case EventKind::CompareAndSwap:
    return OTF2_REGION_ROLE_ATOMIC;
  case EventKind::Send:
  case EventKind::SynchronousSend:
  case EventKind::Recv:
  case EventKind::SendRecv:
  case EventKind::PersistentInit:
  case EventKind::SynchronousInit:
    return OTF2_REGION_ROLE_POINT2POINT;
  case EventKind::OneToAll:
    return OTF2_REGION_ROLE_COLL_ONE2ALL;
  case EventKind::AllToOne:
    return OTF2_REGION_ROLE_COLL_ALL2ONE;
  case EventKind::AllToAll:
    return OTF2_REGION_ROLE_COLL_ALL2ALL;
  case EventKind::Scan:
  case EventKind::Neighbour:
    return OTF2_REGION_ROLE_COLL_OTHER;
  default:
    return OTF2_REGION_ROLE_FUNCTION;
  }
}

} // namespace fencepost::archive
