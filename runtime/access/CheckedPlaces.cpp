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
#ifdef __SSE2__
#include <emmintrin.h>
#endif

uint64_t fencepost_places_told;

namespace fencepost::runtime {

namespace {

constexpr uint16_t kOften = 16;           // calls in a segment
constexpr uint32_t kMostChecks = 1 << 15; // of a process; of further ones nothing is noted
constexpr unsigned kBlockShift = 12;      // places are given and told by the block
constexpr unsigned kBlockPlaces = 1U << kBlockShift;
constexpr unsigned kBlockWords = kBlockPlaces / 64;
constexpr uint64_t kLeastRoom = 1 << 15;   // blocks of all checks, 128 MiB
constexpr uint64_t kAllOver = 2;           // checks that the largest window has room for
constexpr uint64_t kMostRefused = 1 << 15; // for want of room, until all are told
constexpr uint64_t kMostOfCheck = 1 << 17; // blocks
constexpr uint64_t kBlocksOfCall = 16;     // that places grow by
constexpr uint64_t kBlocksKept = 1 << 10;  // of more the memory is given back
constexpr unsigned kRunsAsBits = 32;       // of a block: there the bits are shorter

} // namespace

/// Of a check, for as long as the process lives: its module may go, and its code may go on.
struct CheckedPlaces::State : NotedPlaces {
  uint8_t *memory;    // reserved: the marks of all places in `window`
  MemoryRange window; // in whole pages at its start
  unsigned shift;
  bool isStale;                // there were accesses outside of it
  uint64_t heldBegin, heldEnd; // blocks that have their memory
  // In this segment, or the last in which it was active:
  uint64_t begin, end;       // blocks
  uint64_t calls;            // that its places grew with
  std::size_t told, toldEnd; // its accesses, of all

  uint64_t placeOf(uint64_t address) const {
    return std::rotr(address - window.start, static_cast<int>(shift));
  }
  uint64_t blocks() const {
    const uint64_t bytes = uint64_t{kBlockPlaces} << shift;
    return (window.end - window.start + bytes - 1) / bytes;
  }
  std::size_t memoryBytes() const { return blocks() * kBlockPlaces; }
  uint8_t *block(uint64_t index) const { return memory + index * kBlockPlaces; }

  /// Gives blocks their memory at once: in the end they are looked at anyway.
  void hold(uint64_t from, uint64_t to) {
    const bool beside = from <= heldEnd && heldBegin <= to;
    const auto add = [&](uint64_t first, uint64_t last) {
      if (first < last)
        populate(block(first), (last - first) * kBlockPlaces);
    };
    add(from, beside ? heldBegin : to);
    add(beside ? heldEnd : to, to);
    heldBegin = beside ? std::min(from, heldBegin) : from;
    heldEnd = beside ? std::max(to, heldEnd) : to;
  }
};

CheckedPlaces::State *CheckedPlaces::states() {
  static State all[kMostChecks]; // number 0 is for the checks that have none
  return all;
}

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

/// The marks of a block as bits.
struct CheckedPlaces::BlockBits {
  static constexpr unsigned kWords = kBlockWords;
  uint64_t words[kWords];

  /// Takes the marks away. False where there were none.
  bool take(uint8_t *marks) {
    uint64_t all = 0;
    for (unsigned i = 0; i < kWords; ++i)
      all |= words[i] = takeWord(marks + i * 64);
    return all;
  }

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

  /// Whether there are as many.
  bool hasRuns(unsigned least) const {
    unsigned count = 0;
    uint64_t before = 0; // last bit of the word before
    for (unsigned i = 0; i < kWords && count < least; ++i) {
      count += static_cast<unsigned>(std::popcount(words[i] & ~(words[i] << 1 | before)));
      before = words[i] >> 63;
    }
    return count >= least;
  }

  /// Last place. There must be one.
  unsigned last() const {
    unsigned i = kWords - 1;
    while (!words[i])
      --i;
    return i * 64 + 63 - static_cast<unsigned>(std::countl_zero(words[i]));
  }

  /// All, if they are at equal distances.
  Places regular() const {
    const unsigned first = find(0, 0), second = find(first + 1, 0), last = this->last();
    if (first == last)
      return {first, 1, 1};
    const unsigned step = second - first;
    return (last - first) % step == 0 && repeats(first, last, step)
               ? Places{first, step, (last - first) / step + 1}
               : Places{};
  }

private:
  /// Of 64 marks.
  static uint64_t takeWord(uint8_t *marks) {
    uint64_t word = 0;
#ifdef __SSE2__
    for (unsigned i = 0; i < 64; i += 16) {
      const __m128i some = _mm_load_si128(reinterpret_cast<const __m128i *>(marks + i));
      const int bits = _mm_movemask_epi8(_mm_slli_epi16(some, 7)); // the highest of each byte
      word |= static_cast<uint64_t>(static_cast<unsigned>(bits)) << i;
    }
#else
    for (unsigned i = 0; i < 64; i += 8) {
      uint64_t some;
      std::memcpy(&some, marks + i, sizeof some);
      word |= some * 0x0102040810204080 >> 56 << i; // the lowest of each byte
    }
#endif
    if (word)
      std::memset(marks, 0, 64);
    return word;
  }

  /// Whether each word from the first place to the last has the bits at such steps, and no other.
  bool repeats(unsigned first, unsigned last, unsigned step) const {
    uint64_t pattern = 1;
    for (unsigned filled = step; filled < 64; filled *= 2)
      pattern |= pattern << filled;
    unsigned next = first % 64; // place of the next in its word
    for (unsigned i = first / 64; i <= last / 64; ++i) {
      uint64_t expected = next < 64 ? pattern << next : 0;
      if (i == last / 64)
        expected &= ~uint64_t{0} >> (63 - last % 64);
      if (words[i] != expected)
        return false;
      if (next < 64)
        next += (63 - next) / step * step + step;
      next -= 64;
    }
    return true;
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

bool CheckedPlaces::prepare(Check &check, unsigned shift, uint64_t address) {
  static uint32_t used = 1;
  if (!check.number) {
    if (used == kMostChecks)
      return false;
    check.number = used++;
    states()[check.number].shift = shift;
  }
  State &state = states()[check.number];
  if (!state.isStale && address - state.window.start < state.window.end - state.window.start)
    return true;
  const uint64_t most = kMostOfCheck * kBlockPlaces << shift;
  MemoryRange window = windowMemory(address, most - kPageBytes);
  if (!window.end)
    return false;
  window.start &= ~uint64_t{kPageBytes - 1};
  window.start += (address - window.start) / most * most;
  window.end = std::min(window.end, window.start + most);
  state.isStale = false;
  if (window.start == state.window.start && window.end == state.window.end)
    return true;
  const int keptErrno = errno;
  if (state.memory)
    munmap(state.memory, state.memoryBytes());
  state.window = window;
  state.heldBegin = state.heldEnd = 0;
  state.memory = static_cast<uint8_t *>(reserve(state.memoryBytes()));
  if (!state.memory)
    state.window = {};
  room_ = std::max({room_, kLeastRoom, kAllOver * state.blocks()});
  errno = keptErrno;
  return state.memory;
}

bool CheckedPlaces::begin(Check &check, std::size_t told) {
  if (!active_.push(static_cast<uint32_t>(check.number)))
    return false;
  State &state = states()[check.number];
  state.begin = state.end = 0;
  state.calls = 0;
  state.told = told;
  state.toldEnd = told_.size();
  check.noted = &state;
  check.active = 1;
  return true;
}

/// Twice as far as before, if its calls have been as many as that takes, or to the block alone.
bool CheckedPlaces::growTo(State &state, uint64_t block) {
  const uint64_t size = state.end - state.begin;
  uint64_t begin = size ? std::min(state.begin, block) : block;
  uint64_t end = size ? std::max(state.end, block + 1) : block + 1;
  const uint64_t most = ++state.calls * kBlocksOfCall;
  if (end - begin > most)
    return false;
  const uint64_t more = std::min(size, most - (end - begin));
  if (begin < state.begin)
    begin -= std::min(begin, more);
  else
    end = std::min(end + more, state.blocks());
  if (used_ + (end - begin) - size > room_) {
    ++refused_;
    return false;
  }
  used_ += (end - begin) - size;
  state.hold(begin, end);
  state.begin = begin;
  state.end = end;
  state.first = state.window.start + (begin << kBlockShift << state.shift);
  state.marks = state.block(begin);
  state.places = (end - begin) << kBlockShift;
  return true;
}

bool CheckedPlaces::isFull() const { return refused_ > kMostRefused; }

bool CheckedPlaces::add(Check &check, uint64_t address) {
  State &state = states()[check.number];
  const uint64_t place = state.placeOf(address), block = place >> kBlockShift;
  if (block >= state.blocks()) {
    const bool isAligned = (address - state.window.start) % (uint64_t{1} << state.shift) == 0;
    state.isStale |= isAligned;
    return false;
  }
  if ((block < state.begin || block >= state.end) && !growTo(state, block))
    return false;
  state.memory[place] = 1;
  return true;
}

/// One of a check's accesses at places.
void CheckedPlaces::tellPlaces(const State &state, const ToldAccess &access, const Places &places,
                               const Teller &teller, bool scattered) const {
  const uint64_t start = state.window.start + (places.first << state.shift);
  const uint64_t stride = places.step << state.shift;
  StridedRange range = {static_cast<int64_t>(start) + access.offset, access.bytes,
                        static_cast<int64_t>(stride), places.count};
  if (places.count == 1 || stride <= access.bytes)
    range = {range.start, access.bytes + stride * (places.count - 1), 0, 1};
  teller.tell(teller.context, access.key, range, scattered);
}

void CheckedPlaces::tellRegular(const State &state, const Places &places,
                                const Teller &teller) const {
  for (std::size_t i = state.told; places.count && i < state.toldEnd; ++i)
    tellPlaces(state, told_[i], places, teller, false);
}

/// A block's, with its first place: as bits where that is shorter than a range for each run.
void CheckedPlaces::tellScattered(const State &state, uint64_t first, const BlockBits &bits,
                                  const Teller &teller) const {
  const bool many = bits.hasRuns(kRunsAsBits);
  const uint64_t address = state.window.start + (first << state.shift);
  const uint64_t low = address + (uint64_t{bits.find(0, 0)} << state.shift);
  const uint64_t high = address + (uint64_t{bits.last()} << state.shift);
  for (std::size_t i = state.told; i < state.toldEnd; ++i) {
    const ToldAccess &access = told_[i];
    const auto offset = static_cast<uint64_t>(access.offset);
    const PlaceBits places = {address + offset,
                              uint32_t{1} << state.shift,
                              static_cast<uint32_t>(access.bytes),
                              bits.words,
                              kBlockWords,
                              low + offset,
                              high + offset + access.bytes};
    if (many && teller.tellBits(teller.context, teller.time, access.key, places))
      continue;
    bits.forEachRun([&](unsigned from, unsigned to) {
      tellPlaces(state, access, {first + from, 1, to - from}, teller, true);
    });
  }
}

/// Blocks whose places go on at equal distances are one range, the others many.
void CheckedPlaces::tellBlocks(State &state, const Teller &teller) const {
  Places regular = {};
  for (uint64_t block = state.begin; block != state.end; ++block) {
    BlockBits bits;
    if (!bits.take(state.block(block)))
      continue;
    const uint64_t first = block << kBlockShift;
    Places here = bits.regular();
    here.first += first;
    if (!here.count || !regular.extend(here)) {
      tellRegular(state, regular, teller);
      regular = here;
    }
    if (!here.count)
      tellScattered(state, first, bits, teller);
  }
  tellRegular(state, regular, teller);
  if (state.end - state.begin > kBlocksKept) {
    madvise(state.memory, state.memoryBytes(), MADV_DONTNEED);
    state.heldBegin = state.heldEnd = 0;
  }
}

void CheckedPlaces::tell(const Teller &teller) {
  ++segment_;
  stop();
  for (const uint32_t number : active_)
    tellBlocks(states()[number], teller);
  used_ = 0;
  refused_ = 0;
  active_.clear();
  told_.clear();
}

void CheckedPlaces::stop() {
  ++fencepost_places_told;
  for (const uint32_t number : active_)
    __atomic_store_n(&states()[number].places, 0, __ATOMIC_RELAXED);
}

void CheckedPlaces::releaseMemory() {
  active_.releaseMemory();
  told_.releaseMemory();
}

} // namespace fencepost::runtime
