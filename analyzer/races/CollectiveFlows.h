//===- CollectiveFlows.h - who learns from whom in a collective -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_COLLECTIVEFLOWS_H
#define FENCEPOST_ANALYZER_RACES_COLLECTIVEFLOWS_H

#include "analyzer/races/Propagation.h"

#include <vector>

namespace fencepost::analyzer::races {

/// What a rank gives to at its enter and takes from at its leave (RMA-RULES 3).
struct Flows {
  std::vector<InstanceKey> gives, takes;
};

/// Of a collective on a communicator, or of a call that makes one. What moves no data from one rank
/// to another need not order them, so where it is simple to see, it does not.
Flows collectiveFlows(const Definitions &definitions, const Event &event, const Key &key,
                      uint32_t rank);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_COLLECTIVEFLOWS_H
