//===- ActiveSet.h - accesses that may still race, by address -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are kept by the size of their hull, in powers of two, and in each
// size by where they begin: those that reach into an interval then begin in it
// or at most that size before it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_ACTIVE_SET_H
#define FENCEPOST_ANALYZER_RACES_ACTIVE_SET_H

#include "analyzer/races/Strided.h"

#include <array>
#include <bit>
#include <cstdint>
#include <map>

namespace fencepost::analyzer::races {

class ActiveSet {
public:
  void insert(uint32_t place, const Strided &bytes) {
    bySize_[level(bytes)].emplace(bytes.address, place);
  }

  void erase(uint32_t place, const Strided &bytes) {
    auto &begins = bySize_[level(bytes)];
    for (auto it = begins.lower_bound(bytes.address);
         it != begins.end() && it->first == bytes.address; ++it)
      if (it->second == place) {
        begins.erase(it);
        return;
      }
  }

  /// Calls visit(place) for each whose hull may reach into that of `bytes`.
  template <typename Visit> void query(const Strided &bytes, Visit visit) const {
    for (unsigned level = 0; level < bySize_.size(); ++level) {
      const auto &begins = bySize_[level];
      if (begins.empty())
        continue;
      uint64_t reach = level == 64 ? UINT64_MAX : (uint64_t(1) << level);
      uint64_t from = bytes.address < reach ? 0 : bytes.address - reach;
      auto end = begins.lower_bound(bytes.end());
      for (auto it = begins.lower_bound(from); it != end; ++it)
        visit(it->second);
    }
  }

private:
  /// The hull is at most 2^level bytes.
  static unsigned level(const Strided &bytes) {
    return static_cast<unsigned>(std::bit_width(bytes.end() - bytes.address - 1));
  }

  std::array<std::multimap<uint64_t, uint32_t>, 65> bySize_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_ACTIVE_SET_H
