//===- NeighbourCollective.cpp - neighbourhood collectives ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/wrappers/CollectiveForms.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

// OTF2 has no operations of these; the groups of neighbours tell them from the global ones.
FENCEPOST_COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, EQUAL_BLOCKS, ALLGATHER,
                     neighborAllgather)
FENCEPOST_COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, RECEIVED_BLOCKS, ALLGATHERV,
                     neighborAllgatherv)
FENCEPOST_COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, EQUAL_BLOCKS, ALLTOALL,
                     neighborAlltoall)
FENCEPOST_COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, BLOCKS, ALLTOALLV, neighborAlltoallv)
FENCEPOST_COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, ADDRESSED_BLOCKS, ALLTOALLW,
                     neighborAlltoallw)

} // extern "C"
