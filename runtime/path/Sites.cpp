//===- Sites.cpp - the sites this process has met -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/path/Sites.h"

#include "runtime/base/Lock.h"
#include "runtime/base/Memory.h"
#include "runtime/path/Contexts.h"
#include "runtime/process/Notes.h"

#include <cerrno>

namespace fencepost::runtime {

namespace {

SpinLock lock;
SiteInfo *sites; // reserved for kMostSites
uint32_t count;

SiteInfo describe(const char *text, const SiteRecord &record, Thread *thread) {
  SiteInfo info = {text, Call::Count, kNoId, kNoId};
  if (record.kind == SiteKind::Call) {
    const std::optional<Call> call = findCall(record.call);
    if (call && callInfo(*call).followed)
      info.call = *call;
    else if (!isLocalCall(record.call))
      info.note = noteOf(record.call);
  } else if (thread) {
    info.accessContext = defineAccess(record, *thread);
  }
  return info;
}

} // namespace

uint32_t meetSite(Site &site, Thread *thread) {
  const int keptErrno = errno;
  Guard guard(lock);
  if (!sites)
    sites = static_cast<SiteInfo *>(reserve(kMostSites * sizeof(SiteInfo)));
  uint32_t number = site.id;
  if (number == 0 && sites && count + 1 < kMostSites)
    if (auto record = parseSiteRecord(site.record)) {
      number = ++count;
      sites[number] = describe(site.record, *record, thread);
      __atomic_store_n(&site.id, number, __ATOMIC_RELEASE);
    }
  errno = keptErrno;
  return number;
}

SiteInfo &siteInfo(uint32_t number) { return sites[number]; }

} // namespace fencepost::runtime
