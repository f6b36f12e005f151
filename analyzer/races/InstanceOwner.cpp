//===- InstanceOwner.cpp - sums up what is given to an instance -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/InstanceOwner.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {
/// The link before this one in a chain of atomics.
InstanceKey before(InstanceKey instance) {
  --instance.key.sequence;
  return instance;
}
InstanceKey after(InstanceKey instance) {
  ++instance.key.sequence;
  return instance;
}
} // namespace

void InstanceOwner::expect(const InstanceKey &instance, uint32_t gives, bool takes, int process) {
  Sum &sum = sums_[instance];
  sum.expected += gives;
  if (takes)
    sum.takers.push_back(process);
}

void InstanceOwner::answerEmpty() {
  for (auto &[instance, sum] : sums_)
    if (sum.expected == 0 && !sum.whole)
      finish(instance, sum);
}

void InstanceOwner::give(const InstanceKey &instance, bool binds, const Knowledge &knowledge) {
  Sum &sum = sums_[instance];
  sum.binds |= binds;
  sum.knowledge.join(knowledge);
  ++sum.received;
  if (sum.received < sum.expected)
    return;
  finish(instance, sum);
}

void InstanceOwner::finish(const InstanceKey &first, Sum &firstSum) {
  if (first.flow != Flow::Atomics) {
    firstSum.whole = true;
    for (int process : firstSum.takers)
      reply(first, firstSum, process);
    firstSum.knowledge = {}; // nobody asks again
    return;
  }
  // Each link passes on what the one before it had.
  InstanceKey instance = first;
  for (auto link = sums_.find(instance); link != sums_.end(); link = sums_.find(instance)) {
    Sum &sum = link->second;
    if (sum.received < sum.expected)
      return;
    if (instance.key.sequence > 0) {
      auto previous = sums_.find(before(instance));
      if (previous != sums_.end()) {
        if (!previous->second.whole)
          return;
        sum.knowledge.join(previous->second.knowledge);
        previous->second.knowledge = {};
      }
    }
    sum.binds = true;
    sum.whole = true;
    for (int process : sum.takers)
      reply(instance, sum, process);
    instance = after(instance);
  }
}

void InstanceOwner::reply(const InstanceKey &instance, const Sum &sum, int process) {
  Bytes &bytes = replies_[static_cast<std::size_t>(process)];
  put(bytes, instance);
  put(bytes, sum.binds ? sum.knowledge.order : uint64_t(0));
  put(bytes, sum.binds ? sum.knowledge.clock : Clock());
}

void InstanceOwner::force(const InstanceKey &instance, int process) {
  const Sum &sum = sums_[instance];
  if (!sum.whole)
    reply(instance, sum, process);
}

std::vector<Bytes> InstanceOwner::takeReplies() {
  std::vector<Bytes> replies(replies_.size());
  std::swap(replies, replies_);
  return replies;
}

} // namespace fencepost::analyzer::races
