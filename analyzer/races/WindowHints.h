//===- WindowHints.h - what an info says of a window's accumulates --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Given when the window is created, and changed by MPI_Win_set_info.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_WINDOW_HINTS_H
#define FENCEPOST_ANALYZER_RACES_WINDOW_HINTS_H

#include "analyzer/races/Access.h"
#include "analyzer/trace/Reader.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost::analyzer::races {

/// The value of `accumulate_ordering`: bits of Order. "" is the default, "none", or a list.
uint8_t parseOrdering(std::string_view value);

class WindowHints {
public:
  /// As a rank of this process has them.
  WindowHints(const Trace &trace, uint32_t rank);
  AccumulateHints at(uint32_t window, uint64_t time) const;

private:
  std::map<uint32_t, std::vector<std::pair<uint64_t, AccumulateHints>>> changes_; // by window, time
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_WINDOW_HINTS_H
