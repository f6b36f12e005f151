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

struct SiteInfo {
  const char *record;
  Call call;              // Call::Count: not one that is followed
  uint32_t note;          // counter of calls that are not followed, kNoId otherwise
  uint32_t accessContext; // of a load or store
};

inline constexpr uint32_t kMostSites = 1 << 22;

/// The number of a site, from 1; 0 when its record cannot be read. Accesses get their context
/// defined in the journal of `thread`, which must be writing.
uint32_t meetSite(Site &site, Thread *thread);

inline uint32_t siteNumber(Site &site, Thread *thread) {
  const uint32_t known = __atomic_load_n(&site.id, __ATOMIC_ACQUIRE);
  return known ? known : meetSite(site, thread);
}

/// Of a number that siteNumber gave out.
SiteInfo &siteInfo(uint32_t number);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_PATH_SITES_H
