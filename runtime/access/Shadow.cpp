//===- Shadow.cpp - which pages of the address space matter ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Shadow.h"

#include "runtime/access/FollowedRanges.h"
#include "runtime/access/PageBits.h"
#include "runtime/base/Lock.h"
#include "runtime/base/Memory.h"
#include "runtime/base/Message.h"
#include "runtime/process/Options.h"

#include <sys/mman.h>

namespace fencepost::runtime {

namespace {

constexpr uint64_t kAllPages = uint64_t{1} << (47 - kPageShift);
constexpr uint64_t kFoldedPages = uint64_t{1} << 24;
constexpr uint16_t kSticky = UINT16_MAX; // a count that overflowed stays: marked is safe

FollowedRange zeros;
SpinLock lock;
bool asked;
uint8_t *pages;   // marks
uint16_t *counts; // of buffers in flight
uint64_t mask;    // of the numbers of pages: those that are equal under it share their marks

bool isFolded() { return mask < kAllPages - 1; }

void countPage(uint64_t page, bool in) {
  page &= mask;
  uint16_t &count = counts[page];
  if (count == kSticky)
    return;
  count = static_cast<uint16_t>(in ? count + 1 : count - 1);
  uint8_t marks = __atomic_load_n(&pages[page], __ATOMIC_RELAXED);
  marks = static_cast<uint8_t>(count ? marks | kBufferPage : marks & ~kBufferPage);
  __atomic_store_n(&pages[page], marks, __ATOMIC_RELAXED);
}

bool reserveFor(uint64_t number) {
  pages = static_cast<uint8_t *>(reserve(number));
  counts = static_cast<uint16_t *>(reserve(number * sizeof(uint16_t)));
  if (pages && counts) {
    mask = number - 1;
    return true;
  }
  if (pages)
    munmap(pages, number);
  pages = nullptr;
  return false;
}

void reserveShadow() {
  asked = true;
  if (options().access == Access::off)
    return;
  if (reserveFor(kAllPages))
    return;
  if (reserveFor(kFoldedPages))
    message("no address space for the shadow of all memory (96 GiB, reserved and not used): one of "
            "48 MiB is used, and recording may be slower. Raise 'ulimit -v'");
  else
    message("loads and stores are not recorded: no address space for their shadow. Raise 'ulimit "
            "-v', or say FENCEPOST_OPTIONS=access=off");
}

} // namespace

PageShadow fencepost_page_shadow;

PageShadow pageShadow() {
  Guard guard(lock);
  if (!asked)
    reserveShadow();
  fencepost_page_shadow = pages ? PageShadow{pages, mask, FollowedRanges::all()}
                                : PageShadow{reinterpret_cast<const uint8_t *>(&zeros), 0, &zeros};
  return fencepost_page_shadow;
}

uint8_t pageMarks(uint64_t address) {
  return pages ? __atomic_load_n(&pages[(address >> kPageShift) & mask], __ATOMIC_RELAXED)
               : 0;
}

void markWindowPages(uint64_t first, uint64_t last, bool set) {
  if (!set && isFolded()) // may be another window's, too
    return;
  for (uint64_t page = first; pages && page <= last; ++page) {
    uint8_t &marks = pages[page & mask];
    marks = static_cast<uint8_t>(set ? marks | kWindowPage : marks & ~kWindowPage);
  }
}

void countBufferPages(const StridedRange &range, bool in) {
  if (!pages)
    return;
  const auto pageOf = [](int64_t address) { return static_cast<uint64_t>(address) >> kPageShift; };
  const auto firstPage = [&](int64_t address) { return pageOf(address - (kCheckedBytes - 1)); };
  if (range.stride <= kPageBytes) {
    for (uint64_t page = firstPage(range.start); page <= pageOf(range.end() - 1); ++page)
      countPage(page, in);
    return;
  }
  for (uint64_t i = 0; i < range.count; ++i) {
    const int64_t start = range.start + static_cast<int64_t>(i) * range.stride;
    const int64_t last = start + static_cast<int64_t>(range.bytes) - 1;
    for (uint64_t page = firstPage(start); page <= pageOf(last); ++page)
      countPage(page, in);
  }
}

void clearShadow() {
  Guard guard(lock);
  if (pages)
    madvise(pages, mask + 1, MADV_DONTNEED);
}

} // namespace fencepost::runtime
