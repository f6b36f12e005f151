//===- Unfollowed.cpp - libraries whose threads are not followed -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/Unfollowed.h"

#include "runtime/process/Notes.h"
#include "runtime/process/Thread.h"

#include <link.h>
#include <string_view>

namespace fencepost::runtime {

namespace {

/// They wait on futexes, or switch between stacks.
constexpr std::string_view kLibraries[] = {"libgomp.so", "libtbb.so", "libabt.so", "libqthread.so"};

int noteIfUnfollowed(dl_phdr_info *object, size_t, void *data) {
  std::string_view name = object->dlpi_name ? object->dlpi_name : "";
  name.remove_prefix(name.rfind('/') + 1); // npos + 1 is 0
  for (std::string_view library : kLibraries)
    if (name.starts_with(library))
      noteThreadsNotFollowed(name, *static_cast<Thread *>(data));
  return 0;
}

} // namespace

void noteUnfollowedLibraries(Thread &thread) { dl_iterate_phdr(noteIfUnfollowed, &thread); }

} // namespace fencepost::runtime
