//===- Abi.cpp - what instrumented code calls -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/Abi.h"
#include "model/LibraryCalls.h"

#include "runtime/access/Accesses.h"
#include "runtime/access/LibraryAccesses.h"
#include "runtime/access/Released.h"
#include "runtime/access/Shadow.h"
#include "runtime/base/Message.h"
#include "runtime/process/Entries.h"

using namespace fencepost;
using namespace fencepost::runtime;

#define FENCEPOST_ABI extern "C" [[gnu::visibility("default")]]

FENCEPOST_ABI void __fencepost_register(const Module *module) {
  if (module->version != kAbiVersion) {
    message("an object was instrumented by another version of Fencepost (%u, this runtime is for "
            "%u); its accesses are not recorded. Compile it again",
            module->version, kAbiVersion);
    return;
  }
  *module->shadow = pageShadow();
  *module->entries = entries(module->vectors);
}

FENCEPOST_ABI void __fencepost_load(Site *site, const void *address, uint64_t bytes) {
  recordAccess(*site, false, reinterpret_cast<uint64_t>(address), bytes);
}

FENCEPOST_ABI void __fencepost_store(Site *site, const void *address, uint64_t bytes) {
  recordAccess(*site, true, reinterpret_cast<uint64_t>(address), bytes);
}

FENCEPOST_ABI void __fencepost_library_call(Site *reads, Site *writes, uint64_t function,
                                            uint64_t returned, ...) {
  va_list arguments;
  va_start(arguments, returned);
  recordLibraryCall(*reads, *writes, kLibraryCalls[function], returned, arguments);
  va_end(arguments);
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
