//===- Epochs.cpp - access and exposure epochs of post/start/complete/wait ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Epochs.h"

namespace fencepost::analyzer {

namespace {

/// The failed tests that led to the successful one at `index`, oldest last: back to the epoch's
/// post. Other tools do not say of which window a failed test was; it is then taken to be of this
/// one.
std::vector<uint32_t> failedTests(const LocationTrace &location, uint32_t index) {
  std::vector<uint32_t> tests;
  uint32_t window = location.events[index].window;
  for (uint32_t i = index; i-- > 0;) {
    const Event &event = location.events[i];
    if (event.kind == EventKind::Test && event.flags & kFailedTest &&
        (event.window == window || event.window == kNone))
      tests.push_back(i);
    else if ((event.kind == EventKind::Post || event.kind == EventKind::Test) &&
             event.window == window)
      break;
  }
  return tests;
}

} // namespace

std::vector<uint32_t> waitingCalls(const LocationTrace &location, uint32_t close) {
  std::vector<uint32_t> calls = {close};
  if (location.events[close].kind == EventKind::Test)
    for (uint32_t test : failedTests(location, close))
      calls.push_back(test);
  return calls;
}

std::set<uint32_t> sharedWindows(const Trace &trace) {
  constexpr uint32_t kShared = 4; // docs/trace-format.md, fencepost::flavor
  std::set<uint32_t> shared;
  for (const LocationTrace &location : trace.locations)
    for (const WindowPart &part : location.windows)
      if (part.flavor == kShared)
        shared.insert(part.window);
  return shared;
}

std::vector<Epoch> findEpochs(const Analysis &analysis, Part open, Part close) {
  std::vector<Epoch> epochs;
  std::map<std::pair<uint32_t, uint32_t>, std::size_t> current; // (rank, window) -> epoch
  const auto &all = analysis.participations;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const Participation &at = all[i];
    if (at.key.kind != KeyKind::Pscw || (at.part != open && at.part != close))
      continue;
    if (i > 0 && all[i - 1].location == at.location && all[i - 1].event == at.event)
      continue; // another peer of the same call
    std::pair where{analysis.location(at).rank, at.key.object};
    if (at.part == open) {
      current[where] = epochs.size();
      epochs.push_back({i, kNone});
    } else if (auto found = current.find(where); found != current.end()) {
      epochs[found->second].close = i;
      current.erase(found);
    }
  }
  return epochs;
}

} // namespace fencepost::analyzer
