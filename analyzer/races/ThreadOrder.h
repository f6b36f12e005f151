//===- ThreadOrder.h - what orders the threads of a rank ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the API, a thread releases or acquires an object, and an acquire comes
// after all releases of its object before it in time (docs/trace-format.md,
// Synchronization of threads). The releases between two acquires are a link of
// the object's chain.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_THREADORDER_H
#define FENCEPOST_ANALYZER_RACES_THREADORDER_H

#include "analyzer/races/Propagation.h"
#include "analyzer/races/Timeline.h"

#include <map>
#include <utility>

namespace fencepost::analyzer::races {

/// Objects that a synchronization gives to and takes from.
struct ThreadFlows {
  std::vector<InstanceKey> gives, takes;
};

class ThreadOrder {
public:
  ThreadOrder(const std::vector<LocationTrace> &all, const Timeline &timeline);

  /// Those of an event of that thread (index in Timeline::locations); null: it is none.
  const ThreadFlows *flows(uint32_t thread, uint32_t event) const;

private:
  std::map<std::pair<uint32_t, uint32_t>, ThreadFlows> flows_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_THREADORDER_H
