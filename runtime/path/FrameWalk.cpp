//===- FrameWalk.cpp - the return addresses on the stack ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/path/FrameWalk.h"

#include "runtime/base/Lock.h"

#include <algorithm>
#include <atomic>
#include <link.h>

namespace fencepost::runtime {

namespace {

struct CodeRange {
  std::atomic<uintptr_t> start;
  std::atomic<uintptr_t> end;
};

constexpr unsigned kMostRanges = 512;
CodeRange ranges[kMostRanges]; // the program's own first
std::atomic<unsigned> rangeCount{0};
std::atomic<unsigned> misses{0};
SpinLock findLock;
std::atomic<uintptr_t> mainReturn{0};

int addObject(dl_phdr_info *object, size_t, void *data) {
  auto &count = *static_cast<unsigned *>(data);
  for (unsigned i = 0; i < object->dlpi_phnum && count < kMostRanges; ++i) {
    const ElfW(Phdr) &header = object->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || !(header.p_flags & PF_X))
      continue;
    const uintptr_t start = object->dlpi_addr + header.p_vaddr;
    ranges[count].start.store(start, std::memory_order_relaxed);
    ranges[count].end.store(start + header.p_memsz, std::memory_order_relaxed);
    ++count;
  }
  return 0;
}

bool search(uintptr_t address) {
  const unsigned count = rangeCount.load(std::memory_order_acquire);
  for (unsigned i = 0; i < count; ++i)
    if (address - ranges[i].start.load(std::memory_order_relaxed) <
        ranges[i].end.load(std::memory_order_relaxed) -
            ranges[i].start.load(std::memory_order_relaxed))
      return true;
  return false;
}

bool isCode(uintptr_t address) {
  if (search(address))
    return true;
  // Perhaps a library that was loaded since; looking again is dear, so ever more rarely.
  const unsigned miss = misses.fetch_add(1, std::memory_order_relaxed);
  if (miss & (miss - 1))
    return false;
  findCode();
  return search(address);
}

} // namespace

void findCode() {
  Guard guard(findLock);
  unsigned count = 0;
  dl_iterate_phdr(addObject, &count);
  rangeCount.store(count, std::memory_order_release);
}

void setMainReturn(uintptr_t address) { mainReturn.store(address, std::memory_order_relaxed); }

unsigned walkFrames(const void *frame, StackLimits limits, uintptr_t *addresses, unsigned most) {
  auto at = reinterpret_cast<uintptr_t>(frame);
  const uintptr_t stop = mainReturn.load(std::memory_order_relaxed);
  unsigned count = 0;
  while (count < most) {
    const auto *slots = reinterpret_cast<const uintptr_t *>(at);
    const uintptr_t address = slots[1];
    if (address == stop || (count && !isCode(address)))
      break;
    addresses[count++] = address;
    const uintptr_t next = slots[0];
    if (next <= at || next < limits.low || next % sizeof(uintptr_t) != 0 ||
        next + 2 * sizeof(uintptr_t) > limits.high)
      break;
    at = next;
  }
  return count;
}

} // namespace fencepost::runtime
