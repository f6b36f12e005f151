//===- Segment.cpp - what a thread accessed since its last MPI call -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Segment.h"

#include "runtime/base/Memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace fencepost::runtime {

Segment::Page *Segment::find(uint64_t key) {
  if (!memory_) {
    const int keptErrno = errno;
    memory_ = static_cast<Memory *>(reserve(sizeof(Memory)));
    errno = keptErrno;
    if (!memory_)
      return nullptr;
  }
  std::size_t slot = mixHash(key) % kSlots;
  for (; memory_->slots[slot]; slot = (slot + 1) % kSlots) {
    Page *page = &memory_->pages[memory_->slots[slot] - 1];
    if (page->key == key)
      return page;
  }
  if (used_ == kMostPages)
    return nullptr;
  Page *page = &memory_->pages[used_++];
  memory_->slots[slot] = static_cast<uint16_t>(used_);
  page->key = key;
  return page;
}

Segment::Page *const *Segment::sorted() {
  for (std::size_t i = 0; i < used_; ++i)
    memory_->order[i] = &memory_->pages[i];
  std::sort(memory_->order, memory_->order + used_,
            [](const Page *a, const Page *b) { return a->key < b->key; });
  return memory_->order;
}

void Segment::clear() {
  if (!memory_)
    return;
  if (used_ > kMostPages / 8) {
    std::memset(memory_->slots, 0, sizeof(memory_->slots));
  } else {
    // Whole clusters go, so their order does not matter.
    for (std::size_t i = 0; i < used_; ++i) {
      std::size_t slot = mixHash(memory_->pages[i].key) % kSlots;
      for (; memory_->slots[slot]; slot = (slot + 1) % kSlots)
        memory_->slots[slot] = 0;
    }
  }
  if (used_ > kCached / 2)
    std::memset(cache_, 0, sizeof(cache_));
  else
    for (std::size_t i = 0; i < used_; ++i)
      cache_[cacheSlot(memory_->pages[i].key)] = {};
  std::memset(memory_->pages, 0, used_ * sizeof(Page));
  used_ = 0;
}

void Segment::releaseMemory() {
  if (memory_)
    munmap(memory_, sizeof(Memory));
  memory_ = nullptr;
  std::memset(cache_, 0, sizeof(cache_));
  used_ = 0;
}

} // namespace fencepost::runtime
