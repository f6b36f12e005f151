//===- AtomicLocations.h - the atomics on one memory, by location ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes that the same operations access are one location. An operation on many
// elements accesses many, and of its values nothing is known.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_ATOMIC_LOCATIONS_H
#define FENCEPOST_ANALYZER_RACES_ATOMIC_LOCATIONS_H

#include "analyzer/races/AtomicOrder.h"
#include "analyzer/races/Strided.h"

#include <functional>
#include <span>
#include <vector>

namespace fencepost::analyzer::races {

/// An operation, and where to find it.
struct AtomicUse {
  AtomicOp op;
  uint32_t rank; // its origin
  uint32_t plan, operation;
  uint32_t process = 0;
  uint32_t plain = 0;  // a put
  uint32_t local = 0;  // loads or stores of the rank itself inside its own lock epoch; `operation`
                       // counts the plan's local uses
  uint32_t window = 0; // of the operation, or the lock
  uint32_t excludes = 0; // whether it is made with an exclusive lock
};

class AtomicLocations {
public:
  void add(const AtomicUse &use, std::span<const Strided> blocks);
  /// Once all have been added.
  void divide();
  /// A store of the rank itself that may have happened until then; after `divide`.
  void store(const Strided &bytes, uint64_t until);

  struct Sight {
    AtomicUse use;
    Seen seen;
  };
  /// Visits each location where anything was seen: its address, its writes by their numbers, and
  /// who saw which of them.
  using Visit = std::function<void(uint64_t address, std::span<const AtomicUse> writes,
                                   std::span<const Sight> sights)>;
  void forEach(const Visit &visit) const;

private:
  struct Piece {
    uint64_t begin, end;
    uint32_t use;
    bool operator==(const Piece &) const = default;
  };
  struct Place {
    uint64_t begin, end;
    std::vector<uint32_t> uses;
    bool plain = false; // something else than atomics writes there
  };
  void divide(std::span<const Piece> pieces);
  bool synchronizes(std::span<const Piece> pieces) const;
  void addPlace(uint64_t begin, uint64_t end, std::vector<uint32_t> uses);
  std::vector<AtomicUse> usesOf(const Place &place) const;

  std::vector<AtomicUse> uses_;
  std::vector<Interval> whole_; // of each use: its only block; else empty
  std::vector<Piece> pieces_;
  std::vector<Place> places_; // by address, disjoint
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_ATOMIC_LOCATIONS_H
