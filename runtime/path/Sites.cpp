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
#include "runtime/process/Thread.h"

#include "model/SystemFiles.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace fencepost::runtime {

namespace {

SpinLock lock;
SiteInfo *sites; // reserved for kMostSites
uint32_t count;

static_assert(kMostSites <= 1U << kDeedShift);

SiteInfo describe(const char *text, const SiteRecord &record, Thread *thread) {
  SiteInfo info = {text, Call::Count, kNoId, kNoId, {}};
  if (record.kind == SiteKind::Call) {
    const std::optional<Call> call = findCall(record.call);
    if (call && callInfo(*call).followed)
      info.call = *call;
    else if (!isLocalCall(record.call))
      info.note = noteOf(record.call);
  } else if (thread && record.kind != SiteKind::Library) {
    info.accessContext = defineAccess(record, *thread);
  }
  return info;
}

/// Above the number of a site.
uint32_t deedBits(const SiteRecord &record) {
  const bool atomic = record.call == kAtomicAccess, ofLibrary = isSystemFile(record.file);
  const auto bits = [&](Deed deed) {
    return static_cast<uint32_t>(deed) << kDeedShift | (ofLibrary ? kOfLibrary : 0);
  };
  if (!atomic && !ofLibrary)
    return 0;
  switch (record.kind) {
  case SiteKind::Load:
    return bits(atomic ? Deed::AtomicLoad : Deed::Load);
  case SiteKind::Store:
    return bits(atomic ? Deed::AtomicStore : Deed::Store);
  case SiteKind::Release:
    return bits(Deed::Release);
  default:
    return 0;
  }
}

/// The number that the place where this thread entered the library has for what the site does;
/// null where it is none of a library's, or did not. Guarded, but to be read.
uint32_t *enteredNumber(uint32_t id) {
  const uint32_t entered = isOfLibrary(id) ? threadLocal.library : 0;
  return entered ? &sites[entered].told[static_cast<uint32_t>(deedOf(id)) - 1] : nullptr;
}

/// A record of the place where a library was entered, for what the library does there. Stays.
const char *recordFor(const char *entered, Deed deed) {
  static constexpr SiteKind kKinds[] = {SiteKind::Load, SiteKind::Store, SiteKind::Load,
                                        SiteKind::Store, SiteKind::Release};
  const SiteRecord record = *parseSiteRecord(entered);
  std::string_view call;
  if (deed == Deed::AtomicLoad || deed == Deed::AtomicStore)
    call = kAtomicAccess;
  else if (deed == Deed::Release)
    call = record.call;
  const char *rest = record.file.data() - 1; // with the tab in front of it
  const char letter = static_cast<char>(kKinds[static_cast<unsigned>(deed) - 1]);
  const std::size_t size = kSiteRecordVersion.size() + call.size() + std::strlen(rest) + 4;
  auto *text = static_cast<char *>(allocate(size));
  if (text)
    snprintf(text, size, "%s\t%c\t%.*s%s", kSiteRecordVersion.data(), letter,
             static_cast<int>(call.size()), call.data(), rest);
  return text;
}

/// Guarded. 0 when there are too many.
uint32_t add(const char *text, const SiteRecord &record, Thread *thread) {
  if (count + 1 == kMostSites)
    return 0;
  sites[++count] = describe(text, record, thread);
  return count;
}

} // namespace

uint32_t meetSite(Site &site, Thread *thread) {
  const int keptErrno = errno;
  Guard guard(lock);
  if (!sites)
    sites = static_cast<SiteInfo *>(reserve(kMostSites * sizeof(SiteInfo)));
  uint32_t id = site.id;
  if (id == 0 && sites)
    if (auto record = parseSiteRecord(site.record))
      if (const uint32_t number = add(site.record, *record, thread)) {
        id = number | deedBits(*record);
        __atomic_store_n(&site.id, id, __ATOMIC_RELEASE);
      }
  errno = keptErrno;
  return id;
}

uint32_t toldNumber(uint32_t id) {
  const uint32_t *told = enteredNumber(id);
  return told ? __atomic_load_n(told, __ATOMIC_ACQUIRE) : id % (1U << kDeedShift);
}

uint32_t makeToldNumber(uint32_t id, Thread *thread) {
  const int keptErrno = errno;
  Guard guard(lock);
  uint32_t *told = enteredNumber(id);
  if (!*told)
    if (const char *text = recordFor(sites[threadLocal.library].record, deedOf(id)))
      __atomic_store_n(told, add(text, *parseSiteRecord(text), thread), __ATOMIC_RELEASE);
  errno = keptErrno;
  return *told;
}

SiteInfo &siteInfo(uint32_t number) { return sites[number]; }

} // namespace fencepost::runtime
