//===- OwnStores.h - whether a rank stored to its memory of a window ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPI_MODE_NOSTORE: no store, nor a get or receive into the memory, since the
// last synchronization of the window. In doubt there was one.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_OWNSTORES_H
#define FENCEPOST_ANALYZER_DETECTORS_OWNSTORES_H

#include "analyzer/trace/Reader.h"

#include <map>
#include <set>
#include <vector>

namespace fencepost::analyzer {

/// Of one rank.
class OwnStores {
public:
  void beginPhase(const Trace &trace, uint32_t firstLocation, uint32_t endLocation);
  /// Any event, in the order of time.
  void visit(const LocationTrace &location, const Event &event);
  /// Of a fence of the window, whether there may have been a store since the last one.
  bool before(const Event &fence);

private:
  static constexpr uint64_t kAnyTime = UINT64_MAX;
  bool recorded = false;
  std::vector<WindowPart> parts;
  uint64_t begin = UINT64_MAX, end = 0;     // where all of them are
  std::map<uint32_t, uint64_t> storedUntil; // by window
  std::map<uint32_t, uint64_t> lastFence;   // its leave
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_OWNSTORES_H
