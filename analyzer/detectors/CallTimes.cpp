//===- CallTimes.cpp - what the time of a call counts as ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/CallTimes.h"

namespace fencepost::analyzer {

Metric timeOfKind(EventKind kind) {
  if (isSynchronization(kind))
    return Metric::RmaSyncTime;
  if (isOperation(kind))
    return Metric::RmaCommTime;
  if (isCollective(kind) || kind == EventKind::CommCreate || kind == EventKind::CommFree ||
      kind == EventKind::WinCreate || kind == EventKind::WinFree || kind == EventKind::FileAll)
    return Metric::CollectiveTime;
  return kind >= EventKind::Send && kind <= EventKind::Completion ? Metric::P2pTime
                                                                  : Metric::MpiTime;
}

Metric CallTimes::metricOf(std::span<const Event> call) {
  Metric metric = timeOfKind(definitions.region(call.front().context).kind());
  bool messages = false, collective = false, completes = false;
  for (const Event &event : call) {
    if (event.kind != EventKind::Completion)
      continue;
    completes = true;
    bool ofCollective = !started.empty() && started.erase(event.request);
    collective = collective || ofCollective;
    messages = messages || (!ofCollective && event.window == kNone);
  }
  if (metric != Metric::P2pTime || !completes || messages)
    return metric;
  return collective ? Metric::CollectiveTime : Metric::RmaCommTime;
}

} // namespace fencepost::analyzer
