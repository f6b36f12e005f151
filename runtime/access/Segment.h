//===- Segment.h - what a thread accessed since its last MPI call ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each site and page a bit for every byte: an access costs the same whether
// it is the first or the thousandth, and each byte is written out once (DESIGN 5d).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_SEGMENT_H
#define FENCEPOST_RUNTIME_ACCESS_SEGMENT_H

#include "runtime/access/PageBits.h"
#include "runtime/base/Hash.h"
#include "runtime/base/Vector.h"

namespace fencepost::runtime {

class Segment {
public:
  struct Page {
    uint64_t key; // site, then store or load, then page number: the order of writing out
    PageBits bits;

    uint32_t site() const { return static_cast<uint32_t>(key >> (kPageNumberBits + 1)); }
    bool store() const { return (key >> kPageNumberBits) & 1; }
    uint64_t address() const { return (key & kPageNumberMask) << kPageShift; }
  };

  /// The bytes of the address's page that the site loaded or stored. Null when the segment is full:
  /// write it out, clear it and ask again.
  PageBits *page(uint32_t site, bool store, uint64_t address) {
    const uint64_t key = keyOf(site, store, address);
    Cached &cached = cache_[cacheSlot(key)];
    if (cached.key != key) {
      Page *page = find(key);
      if (!page)
        return nullptr;
      cached = {key, page};
    }
    return &cached.page->bits;
  }

  /// The same if it was asked for not long ago; else null.
  PageBits *knownPage(uint32_t site, bool store, uint64_t address) {
    const uint64_t key = keyOf(site, store, address);
    const Cached &cached = cache_[cacheSlot(key)];
    return cached.key == key ? &cached.page->bits : nullptr;
  }

  /// Adds [address, address + bytes), within one page. False when the segment is full.
  bool add(uint32_t site, bool store, uint64_t address, unsigned bytes) {
    PageBits *bits = page(site, store, address);
    const auto from = static_cast<unsigned>(address % kPageBytes);
    if (bits)
      bits->set(from, from + bytes);
    return bits;
  }

  bool empty() const { return used_ == 0; }

  /// The pages in the order of their keys. They may be changed; clear() follows.
  Page *const *sorted();
  std::size_t size() const { return used_; }

  void clear();
  void releaseMemory();

private:
  static constexpr unsigned kPageNumberBits = 47 - kPageShift;
  static constexpr uint64_t kPageNumberMask = (uint64_t{1} << kPageNumberBits) - 1;
  static constexpr unsigned kCached = 1024;
  static constexpr std::size_t kMostPages = 1 << 14; // 8.5 MB; more are written out early
  static constexpr std::size_t kSlots = 2 * kMostPages;

  struct Cached {
    uint64_t key;
    Page *page;
  };
  struct Memory {
    Page pages[kMostPages];
    Page *order[kMostPages];
    uint16_t slots[kSlots]; // index of a page + 1
  };

  static uint64_t keyOf(uint32_t site, bool store, uint64_t address) {
    return (uint64_t{site} << 1 | store) << kPageNumberBits |
           ((address >> kPageShift) & kPageNumberMask);
  }
  /// Neighbouring pages of a site, and the sites of a page, get slots of their own.
  static std::size_t cacheSlot(uint64_t key) {
    return (key + (key >> kPageNumberBits) * 37) % kCached;
  }
  Page *find(uint64_t key);

  Cached cache_[kCached] = {}; // no page has key 0: sites count from 1
  Memory *memory_ = nullptr; // reserved: what is not touched costs nothing
  std::size_t used_ = 0;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_SEGMENT_H
