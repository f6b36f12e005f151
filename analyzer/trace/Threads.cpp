//===- Threads.cpp - what the threads of a rank did together ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Threads.h"

namespace fencepost::analyzer {

namespace {

using Threads = std::span<LocationTrace *const>;

/// Takes from `ends` of some thread what `key` names, and gives it with the thread to `found`.
template <typename Ends, typename Found>
bool takeEnd(Threads threads, Ends LooseEnds::*ends, uint64_t key, const Found &found) {
  for (LocationTrace *thread : threads)
    if (auto end = (thread->looseEnds.*ends).extract(key)) {
      found(*thread, end.mapped());
      return true;
    }
  return false;
}

void becomes(Event &event, const Event &done) {
  event.kind = done.kind;
  event.comm = done.comm;
  event.peer = done.peer;
  event.group = done.group;
  event.type = done.type;
  event.tag = done.tag;
  event.bytes = done.bytes;
}

} // namespace

void tieThreads(Threads threads) {
  for (LocationTrace *thread : threads) {
    LooseEnds &loose = thread->looseEnds;
    std::erase_if(loose.completions, [&](const auto &completion) {
      return takeEnd(threads, &LooseEnds::requests, completion.first,
                     [&](LocationTrace &, uint64_t request) {
                       thread->events[completion.second].request = request;
                     });
    });
    std::erase_if(loose.outcomes, [&](const auto &outcome) {
      return takeEnd(threads, &LooseEnds::collectives, outcome.first,
                     [&](LocationTrace &other, std::size_t event) {
                       becomes(other.events[event], outcome.second);
                     });
    });
    std::erase_if(loose.results, [&](const auto &result) {
      return takeEnd(threads, &LooseEnds::values, result.first,
                     [&](LocationTrace &other, std::size_t index) {
                       other.values[index].result = result.second;
                     });
    });
  }
}

} // namespace fencepost::analyzer
