//===- FollowedRanges.h - ranges that the code makes longer -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop tells the range of its accesses in front of it. Where it runs again and
// again over one row after the other, of whatever length, the rows of a site touch:
// after two of them the code of the program makes the range longer itself
// (model/Abi.h), until a row begins elsewhere or the segment ends. In a process
// with several threads nothing is followed.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_FOLLOWEDRANGES_H
#define FENCEPOST_RUNTIME_ACCESS_FOLLOWEDRANGES_H

#include "model/Abi.h"
#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"

#include <cstdint>

namespace fencepost::runtime {

class FollowedRanges {
public:
  /// Takes a range that is finished: as CheckedPlaces tells them.
  using Tell = void (*)(void *context, uint64_t key, const StridedRange &range, bool scattered);

  /// What PageShadow says: of all sites of the process. They are those of its only thread.
  static FollowedRange *all();

  /// Whether the range, which the code did not take, begins one that is followed, at the end of the
  /// site's last. Tells what was followed of the site up to now, which ends.
  bool take(Site &site, uint64_t key, const StridedRange &range, Tell tell, void *context);

  bool empty() const { return active_.empty(); }

  /// Empty afterwards.
  void tell(Tell tell, void *context);

  /// The code makes nothing longer from here on. What was followed is told all the same.
  void stop();
  void releaseMemory() { active_.releaseMemory(); }

private:
  bool follow(uint32_t index, uint64_t from, uint64_t end);
  void finish(uint32_t index, Tell tell, void *context);

  uint32_t segment_ = 1;
  Vector<uint32_t> active_; // that were followed in this segment
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_FOLLOWEDRANGES_H
