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

constexpr uint64_t kPages = uint64_t{1} << (47 - kPageShift);
constexpr uint16_t kSticky = UINT16_MAX; // a count that overflowed stays: marked is safe

FollowedRange zeros;
SpinLock lock;
bool asked;
uint8_t *pages;   // marks
uint16_t *counts; // of buffers in flight

void countPage(uint64_t page, bool in) {
  page &= kPages - 1;
  uint16_t &count = counts[page];
  if (count == kSticky)
    return;
  count = static_cast<uint16_t>(in ? count + 1 : count - 1);
  uint8_t marks = __atomic_load_n(&pages[page], __ATOMIC_RELAXED);
  marks = static_cast<uint8_t>(count ? marks | kBufferPage : marks & ~kBufferPage);
  __atomic_store_n(&pages[page], marks, __ATOMIC_RELAXED);
}

void reserveShadow() {
  asked = true;
  if (options().access == Access::off)
    return;
  pages = static_cast<uint8_t *>(reserve(kPages));
  counts = static_cast<uint16_t *>(reserve(kPages * sizeof(uint16_t)));
  if (pages && counts)
    return;
  if (pages)
    munmap(pages, kPages);
  pages = nullptr;
  message("loads and stores are not recorded: no address space for the shadow (96 GiB, reserved "
          "and not used). Raise 'ulimit -v', or say FENCEPOST_OPTIONS=access=off");
}

} // namespace

PageShadow pageShadow() {
  Guard guard(lock);
  if (!asked)
    reserveShadow();
  return pages ? PageShadow{pages, kPages - 1, FollowedRanges::all()}
               : PageShadow{reinterpret_cast<const uint8_t *>(&zeros), 0, &zeros};
}

uint8_t pageMarks(uint64_t address) {
  return pages ? __atomic_load_n(&pages[(address >> kPageShift) & (kPages - 1)], __ATOMIC_RELAXED)
               : 0;
}

void markWindowPages(uint64_t first, uint64_t last, bool set) {
  for (uint64_t page = first; pages && page <= last; ++page) {
    uint8_t &marks = pages[page & (kPages - 1)];
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
    madvise(pages, kPages, MADV_DONTNEED);
}

} // namespace fencepost::runtime
