//===- ThreadOrder.h - what orders the threads of a rank ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is released and acquired is an object (trace/ThreadObjects.h); the releases
// between two acquires are a link of its chain.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_THREADORDER_H
#define FENCEPOST_ANALYZER_RACES_THREADORDER_H

#include "analyzer/races/Propagation.h"
#include "analyzer/races/Timeline.h"

#include <span>
#include <vector>

namespace fencepost::analyzer::races {

/// What a synchronization gives to or takes from.
struct ThreadFlow {
  uint32_t event;
  uint32_t chain, link; // of an object
  bool gives;
};

class ThreadOrder {
public:
  ThreadOrder(const std::vector<LocationTrace> &all, const Timeline &timeline);

  /// Those of an event of that thread (index in Timeline::locations).
  std::span<const ThreadFlow> flows(uint32_t thread, uint32_t event) const;
  InstanceKey instance(const ThreadFlow &flow) const {
    return {{KeyKind::Collective, flow.chain, rank_, 0, 0, flow.link}, Flow::Threads};
  }

private:
  uint32_t rank_;
  std::vector<std::vector<ThreadFlow>> flows_; // by thread, then by event
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_THREADORDER_H
