//===- Clock.cpp - what a point of the run knows --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Clock.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {
bool strandBefore(const Stamp &entry, uint32_t strand) { return entry.strand < strand; }
} // namespace

bool Clock::knows(const Stamp &stamp) const {
  if (stamp.era <= base_)
    return true;
  auto entry = std::lower_bound(entries_.begin(), entries_.end(), stamp.strand, strandBefore);
  return entry != entries_.end() && entry->strand == stamp.strand &&
         entry->position >= stamp.position;
}

bool Clock::add(const Stamp &stamp) {
  if (stamp.era <= base_)
    return false;
  auto entry = std::lower_bound(entries_.begin(), entries_.end(), stamp.strand, strandBefore);
  if (entry == entries_.end() || entry->strand != stamp.strand) {
    entries_.insert(entry, stamp);
    return true;
  }
  if (entry->position >= stamp.position)
    return false;
  *entry = stamp;
  return true;
}

bool Clock::join(const Clock &other) {
  bool news = other.base_ > base_;
  if (news)
    rebase(other.base_);
  if (other.entries_.size() < 4) {
    for (const Stamp &stamp : other.entries_)
      news |= add(stamp);
    return news;
  }
  std::vector<Stamp> merged;
  merged.reserve(entries_.size() + other.entries_.size());
  auto mine = entries_.begin();
  for (const Stamp &theirs : other.entries_) {
    if (theirs.era <= base_)
      continue;
    while (mine != entries_.end() && mine->strand < theirs.strand)
      merged.push_back(*mine++);
    if (mine != entries_.end() && mine->strand == theirs.strand) {
      news |= mine->position < theirs.position;
      merged.push_back(mine->position < theirs.position ? theirs : *mine);
      ++mine;
    } else {
      news = true;
      merged.push_back(theirs);
    }
  }
  merged.insert(merged.end(), mine, entries_.end());
  entries_ = std::move(merged);
  return news;
}

void Clock::rebase(uint32_t base) {
  base_ = std::max(base_, base);
  std::erase_if(entries_, [&](const Stamp &entry) { return entry.era <= base_; });
}

} // namespace fencepost::analyzer::races
