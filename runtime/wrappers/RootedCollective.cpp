//===- RootedCollective.cpp - collectives to and from a root --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/wrappers/CollectiveForms.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

FENCEPOST_COLLECTIVE(Bcast, Ibcast, BUFFER, BCAST, bcast)
FENCEPOST_COLLECTIVE(Scatter, Iscatter, ROOTED_EQUAL_BLOCKS, SCATTER, scatter)
FENCEPOST_COLLECTIVE(Scatterv, Iscatterv, SENT_BLOCKS, SCATTERV, scatterv)
FENCEPOST_COLLECTIVE(Gather, Igather, ROOTED_EQUAL_BLOCKS, GATHER, gather)
FENCEPOST_COLLECTIVE(Gatherv, Igatherv, ROOTED_RECEIVED_BLOCKS, GATHERV, gatherv)
FENCEPOST_COLLECTIVE(Reduce, Ireduce, ROOTED_REDUCTION, REDUCE, reduce)

} // extern "C"
