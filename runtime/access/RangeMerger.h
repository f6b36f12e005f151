//===- RangeMerger.h - from runs of bytes to strided ranges ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes runs in ascending order, joins those that touch, and gives out one range
// for consecutive runs of equal length at equal distances.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_RANGEMERGER_H
#define FENCEPOST_RUNTIME_ACCESS_RANGEMERGER_H

#include "runtime/access/StridedRange.h"

namespace fencepost::runtime {

template <typename Emit> class RangeMerger {
public:
  explicit RangeMerger(Emit emit) : emit_(emit) {}

  /// A run that starts at or after the end of the one before it.
  void add(int64_t start, uint64_t bytes) {
    if (runBytes_ && start == runStart_ + static_cast<int64_t>(runBytes_)) {
      runBytes_ += bytes;
      return;
    }
    endRun();
    runStart_ = start;
    runBytes_ = bytes;
  }

  /// Gives out what is left. The merger is as new then.
  void finish() {
    endRun();
    if (range_.count)
      emit_(range_);
    range_ = {};
  }

private:
  void endRun() {
    if (!runBytes_)
      return;
    const int64_t distance = runStart_ - lastStart_;
    if (range_.count && runBytes_ == range_.bytes &&
        (range_.count == 1 || distance == range_.stride)) {
      range_.stride = distance;
      ++range_.count;
    } else {
      if (range_.count)
        emit_(range_);
      range_ = {runStart_, runBytes_, 0, 1};
    }
    lastStart_ = runStart_;
    runBytes_ = 0;
  }

  Emit emit_;
  StridedRange range_ = {};
  int64_t runStart_ = 0;
  int64_t lastStart_ = 0;
  uint64_t runBytes_ = 0;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_RANGEMERGER_H
