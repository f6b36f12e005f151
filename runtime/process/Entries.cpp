//===- Entries.cpp - functions that modules call without their names --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Entries.h"

#include "model/Checks.h"
#include "model/Site.h"

#include "runtime/access/Accesses.h"
#include "runtime/access/CheckedPlaces.h"
#include "runtime/access/Released.h"
#include "runtime/access/Shadow.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Notes.h"
#include "runtime/process/Thread.h"
#include "runtime/threads/SharedObjects.h"

#include <algorithm>
#include <cstddef>

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

uint64_t number(const void *address) { return reinterpret_cast<uint64_t>(address); }

bool isStore(const Site &site) {
  return site.record[kSiteRecordVersion.size() + 1] == static_cast<char>(SiteKind::Store);
}

void recordListed(const Check &check, uint64_t start) {
  for (const ListedAccess *list = check.list;; ++list) {
    Site &site = check.sites[list->site];
    const uint64_t address = start + static_cast<uint64_t>(int64_t{list->offset});
    recordAccess(site, list->access & kListedStore, address, list->access & kListedBytes);
    if (isAtomicStore(__atomic_load_n(&site.id, __ATOMIC_RELAXED)) && isShared(address))
      divideBehind(address);
    if (list->access & kLastListed)
      return;
  }
}

void recordChecked(const void *address, Check &check, unsigned shift) {
  if (!noteChecked(check, shift, number(address)))
    recordListed(check, number(address));
}

/// Whether it is worth a closer look. The pages between the ends are not looked at.
bool mayMatter(uint64_t address, uint64_t bytes) {
  return pageMarks(address) || pageMarks(address + bytes - 1) ||
         (bytes > (uint64_t{1} << kPageShift) && fencepost_page_shadow.mask);
}

/// From what is accessed once to what is from the lowest of so many accesses to the end of the
/// highest.
void extend(uint64_t &address, uint64_t &bytes, int64_t stride, uint64_t count) {
  const uint64_t advance = static_cast<uint64_t>(stride) * (count - 1);
  if (stride < 0)
    address += advance;
  bytes += stride < 0 ? -advance : advance;
}

void strided(Site *site, const void *address, uint64_t bytes, int64_t stride, uint64_t count) {
  uint64_t low = number(address), span = bytes;
  extend(low, span, stride, count);
  if (bytes && count && mayMatter(low, span))
    recordAccesses(*site, isStore(*site), number(address), bytes, stride, count);
}

void nest(Site *site, const void *address, uint64_t bytes, int64_t stride, uint64_t count,
          int64_t outerStride, uint64_t outerCount) {
  uint64_t low = number(address), span = bytes;
  extend(low, span, stride, count);
  extend(low, span, outerStride, outerCount);
  if (bytes && count && outerCount && mayMatter(low, span))
    recordNest(*site, isStore(*site), number(address), bytes, {stride, count},
               {outerStride, outerCount});
}

uint64_t enter(Site *site) {
  const uint32_t before = threadLocal.library;
  changeLibrary(siteNumber(*site, nullptr));
  return before;
}

void leave(uint64_t before) { changeLibrary(static_cast<uint32_t>(before)); }

} // namespace

// What is behind the checks of pages.
extern "C" {
void fencepost_checked_0(const void *address, Check *check) { recordChecked(address, *check, 0); }
void fencepost_checked_1(const void *address, Check *check) { recordChecked(address, *check, 1); }
void fencepost_checked_2(const void *address, Check *check) { recordChecked(address, *check, 2); }
void fencepost_checked_3(const void *address, Check *check) { recordChecked(address, *check, 3); }

void fencepost_tell_range(Site *site, const void *address, uint64_t bytes) {
  recordAccesses(*site, isStore(*site), number(address), bytes, static_cast<int64_t>(bytes), 1);
}

void fencepost_tell_call(Site *site) {
  // Sites of calls that are not followed are only counted; no wrapper takes them.
  Thread *thread = threadLocal.thread;
  if (const uint32_t siteId = thread ? siteNumber(*site, thread) : 0) {
    const SiteInfo &info = siteInfo(siteId);
    if (info.call == Call::Count) {
      Writing writing(*thread);
      if (writing && info.note != kNoId)
        countNotFollowed(info.note, *thread);
      return;
    }
  }
  if (threadLocal.depth == 0)
    threadLocal.pendingSite = site;
}

void fencepost_tell_release(Site *site, const void *address, uint64_t bytes) {
  recordRelease(*site, number(address), bytes);
}

void fencepost_tell_free(Site *site, const void *address) {
  if (address && mayRelease())
    recordRelease(*site, number(address), allocationSize(number(address), false));
}

void fencepost_tell_delete(Site *site, const void *address) {
  if (address && mayRelease())
    recordRelease(*site, number(address), allocationSize(number(address), true));
}
}

#if defined(__x86_64__) && defined(__ELF__)
#include <cpuid.h>

// Entries.x86-64.S, which has these in numbers, as has the text that modules begin checks with.
static_assert(kPageShift == 12 && sizeof(FollowedRange) == 16 && offsetof(Site, followed) == 12);
static_assert(offsetof(FollowedRange, end) == 0 && offsetof(FollowedRange, limit) == 8);
static_assert(offsetof(PageShadow, pages) == 0 && offsetof(PageShadow, mask) == 8 &&
              offsetof(PageShadow, followed) == 16);
static_assert(offsetof(Check, noted) == 0 && offsetof(NotedPlaces, first) == 0 &&
              offsetof(NotedPlaces, places) == 8 && offsetof(NotedPlaces, marks) == 16);
extern "C" {
#define FENCEPOST_SHIFT(level, shift)                                                              \
  void fencepost_access_##level##_##shift(const void *address, Check *check);                      \
  void fencepost_spread_##level##_##shift(const void *address, Check *check, uint64_t last);       \
  uint64_t fencepost_tracked_##level##_##shift(const void *address, Check *check);
#define FENCEPOST_LEVEL(level)                                                                     \
  FENCEPOST_SHIFT(level, 0)                                                                        \
  FENCEPOST_SHIFT(level, 1)                                                                        \
  FENCEPOST_SHIFT(level, 2)                                                                        \
  FENCEPOST_SHIFT(level, 3)                                                                        \
  uint64_t fencepost_range_##level(Site *site, const void *address, uint64_t bytes);
FENCEPOST_LEVEL(0)
FENCEPOST_LEVEL(1)
uint64_t fencepost_matters(const void *first, const void *last);
void fencepost_call(Site *site);
void fencepost_release(Site *site, const void *address, uint64_t bytes);
void fencepost_free(Site *site, const void *address);
void fencepost_delete(Site *site, const void *address);

/// Whether XGETBV says what is in use.
uint8_t fencepost_has_xgetbv1;
}

static bool hasXgetbv1() {
  constexpr unsigned kXsave = 0xd, kXgetbv1 = 1U << 2;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(kXsave, 1, &a, &b, &c, &d) && a & kXgetbv1;
}
#else
static uint64_t unchangedSince(uint64_t told) {
  return told == fencepost_places_told ? ~uint64_t{0} : 0;
}
#define FENCEPOST_SHIFT(shift)                                                                     \
  static void fencepost_access_0_##shift(const void *address, Check *check) {                      \
    if (pageMarks(number(address)))                                                                \
      recordChecked(address, *check, shift);                                                       \
  }                                                                                                \
  static void fencepost_spread_0_##shift(const void *address, Check *check, uint64_t) {            \
    recordChecked(address, *check, shift);                                                         \
  }                                                                                                \
  static uint64_t fencepost_tracked_0_##shift(const void *address, Check *check) {                 \
    const uint64_t told = fencepost_places_told;                                                   \
    if (pageMarks(number(address)))                                                                \
      recordChecked(address, *check, shift);                                                       \
    return unchangedSince(told);                                                                   \
  }
FENCEPOST_SHIFT(0)
FENCEPOST_SHIFT(1)
FENCEPOST_SHIFT(2)
FENCEPOST_SHIFT(3)
#undef FENCEPOST_SHIFT
static uint64_t fencepost_matters(const void *first, const void *last) {
  const auto [low, high] = std::minmax(number(first), number(last));
  return mayMatter(low, high - low + 1);
}
static uint64_t fencepost_range_0(Site *site, const void *address, uint64_t bytes) {
  const uint64_t begin = number(address), told = fencepost_places_told;
  FollowedRange &known = fencepost_page_shadow.followed[site->followed];
  if (begin == known.end && begin + bytes <= known.limit)
    known.end = begin + bytes;
  else if (mayMatter(begin, bytes))
    fencepost_tell_range(site, address, bytes);
  return unchangedSince(told);
}
static void fencepost_release(Site *site, const void *address, uint64_t bytes) {
  if (mayMatter(number(address), bytes))
    fencepost_tell_release(site, address, bytes);
}
#define fencepost_call fencepost_tell_call
#define fencepost_free fencepost_tell_free
#define fencepost_delete fencepost_tell_delete
#endif

#define FENCEPOST_SHIFTS(name, level)                                                              \
  { name##_##level##_0, name##_##level##_1, name##_##level##_2, name##_##level##_3 }
#define FENCEPOST_ENTRIES(level)                                                                   \
  {                                                                                                \
    FENCEPOST_SHIFTS(fencepost_access, level), FENCEPOST_SHIFTS(fencepost_spread, level),          \
        FENCEPOST_SHIFTS(fencepost_tracked, level), fencepost_matters, fencepost_range_##level,    \
        fencepost_call, fencepost_release, fencepost_free, fencepost_delete, strided, nest,        \
        enter, leave                                                                               \
  }

Entries fencepost::runtime::entries([[maybe_unused]] Vectors vectors) {
#if defined(__x86_64__) && defined(__ELF__)
  fencepost_has_xgetbv1 = hasXgetbv1();
  static constexpr Entries kAll[] = {FENCEPOST_ENTRIES(0), FENCEPOST_ENTRIES(1)};
  return kAll[static_cast<unsigned>(vectors)];
#else
  return FENCEPOST_ENTRIES(0);
#endif
}
