//===- Abi.cpp - what instrumented code calls -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/Abi.h"
#include "model/Checks.h"
#include "model/LibraryCalls.h"

#include "runtime/access/Accesses.h"
#include "runtime/access/LibraryAccesses.h"
#include "runtime/access/Released.h"
#include "runtime/access/Shadow.h"
#include "runtime/base/Message.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Notes.h"
#include "runtime/process/Thread.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

void recordListed(Site *sites, uint64_t start, const ListedAccess *list) {
  for (;; ++list) {
    recordAccess(sites[list->site], list->access & kListedStore,
                 start + static_cast<uint64_t>(int64_t{list->offset}), list->access & kListedBytes);
    if (list->access & kLastListed)
      return;
  }
}

} // namespace

#define FENCEPOST_ABI extern "C" [[gnu::visibility("default")]]

FENCEPOST_ABI void __fencepost_register(const Module *module) {
  if (module->version != kAbiVersion) {
    message("an object was instrumented by another version of Fencepost (%u, this runtime is for "
            "%u); its accesses are not recorded. Compile it again",
            module->version, kAbiVersion);
    return;
  }
  *module->shadow = pageShadow();
}

FENCEPOST_ABI void __fencepost_call(Site *site) {
  // Sites of calls that are not followed are only counted; no wrapper takes them.
  Thread *thread = threadLocal.thread;
  if (const uint32_t number = thread ? siteNumber(*site, thread) : 0) {
    const SiteInfo &info = siteInfo(number);
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

FENCEPOST_ABI void __fencepost_load(Site *site, const void *address, uint64_t bytes) {
  recordAccess(*site, false, reinterpret_cast<uint64_t>(address), bytes);
}

FENCEPOST_ABI void __fencepost_store(Site *site, const void *address, uint64_t bytes) {
  recordAccess(*site, true, reinterpret_cast<uint64_t>(address), bytes);
}

FENCEPOST_ABI void __fencepost_checked(Site *sites, const void *address, Check *check,
                                       uint64_t shift) {
  if (!noteChecked(sites, *check, static_cast<unsigned>(shift),
                   reinterpret_cast<uint64_t>(address)))
    recordListed(sites, reinterpret_cast<uint64_t>(address), check->list);
}

FENCEPOST_ABI void __fencepost_load_range(Site *site, const void *address, uint64_t bytes,
                                          int64_t stride, uint64_t count) {
  recordAccesses(*site, false, reinterpret_cast<uint64_t>(address), bytes, stride, count);
}

FENCEPOST_ABI void __fencepost_store_range(Site *site, const void *address, uint64_t bytes,
                                           int64_t stride, uint64_t count) {
  recordAccesses(*site, true, reinterpret_cast<uint64_t>(address), bytes, stride, count);
}

FENCEPOST_ABI void __fencepost_load_nest(Site *site, const void *address, uint64_t bytes,
                                         int64_t stride, uint64_t count, int64_t outerStride,
                                         uint64_t outerCount) {
  recordNest(*site, false, reinterpret_cast<uint64_t>(address), bytes, {stride, count},
             {outerStride, outerCount});
}

FENCEPOST_ABI void __fencepost_store_nest(Site *site, const void *address, uint64_t bytes,
                                          int64_t stride, uint64_t count, int64_t outerStride,
                                          uint64_t outerCount) {
  recordNest(*site, true, reinterpret_cast<uint64_t>(address), bytes, {stride, count},
             {outerStride, outerCount});
}

FENCEPOST_ABI void __fencepost_library_call(Site *reads, Site *writes, uint64_t function,
                                            uint64_t returned, ...) {
  va_list arguments;
  va_start(arguments, returned);
  recordLibraryCall(*reads, *writes, kLibraryCalls[function], returned, arguments);
  va_end(arguments);
}

FENCEPOST_ABI void __fencepost_free(Site *site, const void *address, uint64_t bytes) {
  recordRelease(*site, reinterpret_cast<uint64_t>(address), bytes);
}

FENCEPOST_ABI void __fencepost_free_allocation(Site *site, const void *address, uint64_t byNew) {
  const auto start = reinterpret_cast<uint64_t>(address);
  if (start && mayRelease())
    recordRelease(*site, start, allocationSize(start, byNew != 0));
}

FENCEPOST_ABI uint64_t __fencepost_before_realloc(const void *address) {
  const auto start = reinterpret_cast<uint64_t>(address);
  const uint64_t bytes = start && mayRelease() ? allocationSize(start, false) : 0;
  return isTracked(start, bytes) ? bytes : 0;
}

FENCEPOST_ABI void __fencepost_after_realloc(Site *site, const void *address, uint64_t oldBytes,
                                             const void *result, uint64_t bytes) {
  const auto start = reinterpret_cast<uint64_t>(address);
  if (result == address) {
    if (bytes < oldBytes)
      recordRelease(*site, start + bytes, oldBytes - bytes);
  } else if (result || bytes == 0) { // else it failed, and the memory is as before
    recordRelease(*site, start, oldBytes);
  }
}
