//===- Threads.cpp - what the threads of a rank did together ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Threads.h"

namespace fencepost::analyzer {

namespace {

/// A collective whose completion its own thread has not seen.
bool isOpenCollective(const Event &event) {
  return event.kind == EventKind::Local && event.flags & kNonBlocking && event.request;
}

} // namespace

void tieThreads(std::span<LocationTrace> threads) {
  std::unordered_map<uint64_t, uint64_t> requests;
  std::unordered_map<uint64_t, const Event *> collectives;
  std::unordered_map<uint64_t, std::optional<uint64_t>> results;
  for (const LocationTrace &thread : threads) {
    requests.insert(thread.looseEnds.requests.begin(), thread.looseEnds.requests.end());
    results.insert(thread.looseEnds.results.begin(), thread.looseEnds.results.end());
    for (const auto &[request, event] : thread.looseEnds.collectives)
      collectives.emplace(request, &event);
  }
  for (LocationTrace &thread : threads) {
    for (Event &event : thread.events)
      if (event.loose) {
        auto found = requests.find(event.request);
        if (found == requests.end())
          event.kind = EventKind::Local; // it was begun by nobody
        event.request = found == requests.end() ? 0 : found->second;
        event.loose = false;
      } else if (isOpenCollective(event)) {
        auto found = collectives.find(event.request);
        if (found == collectives.end())
          continue;
        const Event &done = *found->second;
        event.kind = done.kind;
        event.comm = done.comm;
        event.peer = done.peer;
        event.group = done.group;
        event.type = done.type;
        event.tag = done.tag;
        event.bytes = done.bytes;
      }
    for (const auto &[matching, index] : thread.looseEnds.values)
      if (auto found = results.find(matching); found != results.end())
        thread.values[index].result = found->second;
  }
  for (LocationTrace &thread : threads)
    thread.looseEnds = {};
}

} // namespace fencepost::analyzer
