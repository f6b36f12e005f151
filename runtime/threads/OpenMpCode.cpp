//===- OpenMpCode.cpp - where the OpenMP library's code is ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/OpenMpCode.h"

#include "runtime/base/Message.h"
#include "runtime/process/Process.h"
#include "runtime/threads/Sync.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace fencepost::runtime {

OpenMpCode openMpCode;

namespace {

int takeIfInside(dl_phdr_info *object, size_t, void *data) {
  const auto address = reinterpret_cast<uintptr_t>(data);
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = object->dlpi_phdr[i];
    const uintptr_t start = object->dlpi_addr + header.p_vaddr;
    if (header.p_type != PT_LOAD || address - start >= header.p_memsz)
      continue;
    // The program itself, when the library is linked statically, is not all OpenMP's.
    if (object->dlpi_name && object->dlpi_name[0]) {
      openMpCode.start.store(start, std::memory_order_relaxed);
      openMpCode.bytes.store(header.p_memsz, std::memory_order_relaxed);
    }
    return 1;
  }
  return 0;
}

} // namespace

void findOpenMpCode(const void *function) {
  dl_iterate_phdr(takeIfInside, const_cast<void *>(function));
}

void checkOpenMp() {
  void *function = dlsym(RTLD_DEFAULT, "omp_get_max_threads");
  Dl_info library;
  if (!function || !followsThreads() || !dladdr(function, &library))
    return;
  findOpenMpCode(function);
  const char *tool = getenv("OMP_TOOL");
  const char *tools = getenv("OMP_TOOL_LIBRARIES");
  const char *why = nullptr;
  if (std::strstr(library.dli_fname, "libgomp"))
    why = "libgomp has no OMPT; link with LLVM's libomp (clang -fopenmp)";
  else if (tool && std::strcmp(tool, "disabled") == 0)
    why = "OMP_TOOL=disabled says so";
  else if (tools && *tools)
    why = "OMP_TOOL_LIBRARIES names another tool";
  if (why && process.rank == 0)
    message("what orders OpenMP's threads is not recorded: %s", why);
}

} // namespace fencepost::runtime
