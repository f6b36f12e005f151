//===- CheckedPlaces.cpp - at which addresses checks were made ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/CheckedPlaces.h"

#include "runtime/access/PageBits.h"
#include "runtime/access/Tracked.h"
#include "runtime/base/Memory.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace fencepost::runtime {

namespace {

constexpr uint16_t kOften = 16; // calls in a segment

} // namespace

/// Places at equal distances. None where there is no such distance.
struct CheckedPlaces::Places {
  uint64_t first;
  uint64_t step;
  uint64_t count;

  /// Takes in those that go on. An empty one takes in any.
  bool extend(const Places &next) {
    if (!count) {
      *this = next;
      return true;
    }
    const uint64_t distance = next.first - (first + (count - 1) * step);
    if ((count > 1 && step != distance) || (next.count > 1 && next.step != distance))
      return false;
    step = distance;
    count += next.count;
    return true;
  }
};

/// Reads a block.
struct CheckedPlaces::BlockBits {
  static constexpr unsigned kWords = kBlockPlaces / 64;
  const uint64_t *words;

  bool has(unsigned place) const { return words[place / 64] >> (place % 64) & 1; }

  /// First place at or after `at` whose bit differs from those of `background`.
  unsigned find(unsigned at, uint64_t background) const {
    uint64_t mask = ~uint64_t{0} << (at % 64);
    for (unsigned i = at / 64; i < kWords; ++i, mask = ~uint64_t{0})
      if (const uint64_t word = (words[i] ^ background) & mask)
        return i * 64 + static_cast<unsigned>(std::countr_zero(word));
    return kBlockPlaces;
  }

  template <typename Visit> void forEachRun(Visit visit) const {
    for (unsigned at = 0; (at = find(at, 0)) < kBlockPlaces;) {
      const unsigned end = find(at, ~uint64_t{0});
      visit(at, end);
      at = end;
    }
  }

  unsigned count() const {
    unsigned count = 0;
    for (unsigned i = 0; i < kWords; ++i)
      count += static_cast<unsigned>(std::popcount(words[i]));
    return count;
  }

  /// All, if they are at equal distances.
  Places regular() const {
    const unsigned first = find(0, 0), step = find(first + 1, 0) - first;
    unsigned found = 0;
    if (step == 1)
      found = find(first, ~uint64_t{0}) - first;
    else
      for (unsigned at = first; at < kBlockPlaces && has(at); at += step)
        ++found;
    return found == count() ? Places{first, found == 1 ? 1 : step, found} : Places{};
  }
};

bool CheckedPlaces::isDue(Check &check) const {
  if (check.segment != segment_) {
    const bool had = check.active && check.segment == segment_ - 1;
    check.segment = segment_;
    check.active = 0;
    check.calls = had ? kOften - 1 : 0;
  }
  return check.active || ++check.calls % kOften == 0;
}

bool CheckedPlaces::cover(Check &check, unsigned shift, uint64_t address) {
  const uint64_t offset = address - check.first;
  if (offset >> shift < check.places)
    return true;
  const uint64_t most = uint64_t{kBlockPlaces} << (kIndexBits + shift);
  const MemoryRange memory = windowMemory(address, most - kPageBytes);
  if (!memory.end)
    return false;
  if (!check.blocks) {
    const int keptErrno = errno;
    check.blocks = static_cast<uint64_t *>(reserve(sizeof(uint64_t) << kIndexBits));
    errno = keptErrno;
    if (!check.blocks)
      return false;
  }
  check.first = memory.start & ~uint64_t{kPageBytes - 1};
  check.first += (address - check.first) / most * most;
  const uint64_t bytes = std::min(memory.end - check.first, most);
  const uint64_t blockBytes = uint64_t{kBlockPlaces} << shift;
  check.places = (bytes + blockBytes - 1) / blockBytes * kBlockPlaces;
  return true;
}

bool CheckedPlaces::push(Check &check, unsigned shift, std::size_t told) {
  if (active_.size() == kMostActive ||
      !active_.push({check.first, check.blocks, shift, told, told_.size()}))
    return false;
  check.active = static_cast<uint16_t>(active_.size());
  return true;
}

bool CheckedPlaces::add(Check &check, unsigned shift, uint64_t address) {
  const uint64_t place = std::rotr(address - check.first, static_cast<int>(shift));
  if (place >= check.places)
    return false;
  uint64_t &block = check.blocks[place >> kBlockShift];
  if (!block) {
    if (isFull() || !makeMemory())
      return false;
    const uint64_t index = place >> kBlockShift;
    memory_->order[used_] =
        (uint64_t{check.active} - 1) << (kIndexBits + kBlockBits) | index << kBlockBits | used_;
    block = reinterpret_cast<uint64_t>(memory_->blocks[used_++]) - (index << kBlockShift) / 8;
  }
  reinterpret_cast<uint64_t *>(block)[place / 64] |= uint64_t{1} << place % 64;
  return true;
}

bool CheckedPlaces::makeMemory() {
  if (!memory_) {
    const int keptErrno = errno;
    memory_ = static_cast<Memory *>(reserve(sizeof(Memory)));
    errno = keptErrno;
  }
  return memory_;
}

/// Of one check: its accesses at places.
void CheckedPlaces::tellPlaces(const Active &check, const Places &places, const Teller &teller,
                               bool scattered) const {
  const uint64_t start = check.first + (places.first << check.shift);
  const uint64_t stride = places.step << check.shift;
  for (std::size_t i = check.told; places.count && i < check.end; ++i) {
    const ToldAccess &access = told_[i];
    StridedRange range = {static_cast<int64_t>(start) + access.offset, access.bytes,
                          static_cast<int64_t>(stride), places.count};
    if (places.count == 1 || stride <= access.bytes)
      range = {range.start, access.bytes + stride * (places.count - 1), 0, 1};
    teller.tell(teller.context, access.key, range, scattered);
  }
}

/// Blocks whose places go on at equal distances are one range, the others a range for each run.
void CheckedPlaces::tellBlocks(const uint64_t *entry, const uint64_t *end,
                               const Teller &teller) const {
  const Active &check = checkOf(*entry);
  Places regular = {};
  for (; entry != end; ++entry) {
    const uint64_t first = indexOf(*entry) << kBlockShift;
    const BlockBits bits = {memory_->blocks[*entry % kMostBlocks]};
    Places here = bits.regular();
    here.first += first;
    if (here.count && regular.extend(here))
      continue;
    tellPlaces(check, regular, teller, false);
    regular = here;
    if (!here.count)
      bits.forEachRun([&](unsigned from, unsigned to) {
        tellPlaces(check, {first + from, 1, to - from}, teller, true);
      });
  }
  tellPlaces(check, regular, teller, false);
}

void CheckedPlaces::tell(Tell tell, void *context) {
  ++segment_;
  if (used_) {
    stop();
    uint64_t *const order = memory_->order, *const end = order + used_;
    std::sort(order, end);
    for (uint64_t *first = order; first != end;) {
      uint64_t *next = first;
      while (next != end && &checkOf(*next) == &checkOf(*first))
        ++next;
      tellBlocks(first, next, {tell, context});
      first = next;
    }
    std::memset(memory_->blocks, 0, used_ * sizeof(memory_->blocks[0]));
  }
  used_ = 0;
  active_.clear();
  told_.clear();
}

void CheckedPlaces::stop() {
  for (std::size_t i = 0; i < used_; ++i) {
    const uint64_t entry = memory_->order[i];
    __atomic_store_n(&checkOf(entry).blocks[indexOf(entry)], 0, __ATOMIC_RELAXED);
  }
}

void CheckedPlaces::releaseMemory() {
  if (memory_)
    munmap(memory_, sizeof(Memory));
  memory_ = nullptr;
  used_ = 0;
  active_.releaseMemory();
  told_.releaseMemory();
}

} // namespace fencepost::runtime
