//===- Sites.h - the sites this process has met ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A site gets its number when it is first met; its record is parsed then, once.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_PATH_SITES_H
#define FENCEPOST_RUNTIME_PATH_SITES_H

#include "model/Abi.h"
#include "model/Calls.h"
#include "model/Journal.h"
#include "model/Site.h"

#include <optional>

namespace fencepost::runtime {

struct Thread;

/// What is done at a site, as ids have it above the number where that is atomic or a library's code
/// does it.
enum class Deed : uint32_t { Load = 1, Store, AtomicLoad, AtomicStore, Release };
inline constexpr unsigned kDeeds = 5;
inline constexpr unsigned kDeedShift = 24;
inline constexpr uint32_t kOfLibrary = 1U << 27;

struct SiteInfo {
  const char *record;
  Call call;              // Call::Count: not one that is followed
  uint32_t note;          // counter of calls that are not followed, kNoId otherwise
  uint32_t accessContext; // of a load or store
  uint32_t told[kDeeds];  // where the program enters a library: numbers of what it does, or 0
};

inline constexpr uint32_t kMostSites = 1 << 22;

/// Gives a site its id: a number from 1, above which there may be a Deed. 0 when its record cannot be
/// read. Accesses get their context defined in the journal of `thread`, which
/// must be writing.
uint32_t meetSite(Site &site, Thread *thread);

inline bool isOfLibrary(uint32_t id) { return id & kOfLibrary; }
inline Deed deedOf(uint32_t id) { return static_cast<Deed>(id / (1U << kDeedShift) % 8); }
inline bool isAtomicStore(uint32_t id) { return deedOf(id) == Deed::AtomicStore; }
inline bool isAtomic(uint32_t id) {
  return isAtomicStore(id) || deedOf(id) == Deed::AtomicLoad;
}

/// Under which number is told what is done at a site that has a Deed: where the program entered the
/// library, or the site's own. 0 where that has not been made yet.
uint32_t toldNumber(uint32_t id);
uint32_t makeToldNumber(uint32_t id, Thread *thread);

/// Under which number what happens at a site is told now; 0 when its record cannot be read.
inline uint32_t siteNumber(Site &site, Thread *thread) {
  uint32_t id = __atomic_load_n(&site.id, __ATOMIC_ACQUIRE);
  if (!id)
    id = meetSite(site, thread);
  if (id < kMostSites)
    return id;
  const uint32_t number = toldNumber(id);
  return number ? number : makeToldNumber(id, thread);
}

/// Of a number that siteNumber gave out.
SiteInfo &siteInfo(uint32_t number);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PATH_SITES_H
