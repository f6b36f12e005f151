//===- Reason.h - why two accesses race, and what to do -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_REASON_H
#define FENCEPOST_ANALYZER_RACES_REASON_H

#include "analyzer/races/Access.h"
#include "analyzer/trace/Definitions.h"
#include "model/Finding.h"

#include <string>

namespace fencepost::analyzer::races {

struct Reason {
  std::string why;
  std::string advice;
  bool namesCompletion = false; // of the operation, the earlier one of two
  uint32_t release = kNone;     // the call with which the earlier one's thread lets others go on
  uint32_t synchronization = kNone; // the last one before the later access
  uint32_t epoch = kNone;           // the call that opened the epoch that both are in
  bool weakCompletion = false;      // a local completion was taken for one at the target
};

/// `earlier` and `later` are in the sweep's order.
Reason explain(const Definitions &definitions, const Memory &memory, FindingId id,
               const Accessor &earlier, const Accessor &later);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_REASON_H
