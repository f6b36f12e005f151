//===- Likeness.h - accesses of which one stands for all ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of one thread that are alike in all but when they are over, and in
// which of its lock epochs they were made: what comes later races with any of
// them only if it races with the one that is over last. A program that does the
// same all over again is searched in the time that it takes to do it once.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_LIKENESS_H
#define FENCEPOST_ANALYZER_RACES_LIKENESS_H

#include "analyzer/races/Access.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

namespace fencepost::analyzer::races {

struct Likeness {
  Strided bytes;
  uint32_t context, strand, window, op, type, holds;
  uint32_t endStrand, moreEnds; // the strands where it is over
  uint32_t itself;              // not 0: none stands for it
  AccessKind kind;
  Side side;
  bool write, seen, whole;
  bool operator==(const Likeness &) const = default;
};

struct LikenessHash {
  std::size_t operator()(const Likeness &likeness) const {
    uint64_t hash = 0;
    for (uint64_t value :
         {likeness.bytes.address, likeness.bytes.bytes, likeness.bytes.stride, likeness.bytes.count,
          uint64_t(likeness.itself), uint64_t(likeness.context) << 32 | likeness.strand,
          uint64_t(likeness.op) << 32 | likeness.type,
          uint64_t(likeness.holds) << 32 | likeness.endStrand,
          uint64_t(likeness.window) << 32 | likeness.moreEnds,
          uint64_t(likeness.kind) << 16 | uint64_t(likeness.side) << 8 |
              uint64_t(likeness.whole) << 2 | uint64_t(likeness.seen) << 1 | likeness.write}) {
      hash = (hash ^ value) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

/// The likenesses of the accesses to one memory.
class Likenesses {
public:
  explicit Likenesses(const Memory &memory) : memory_(memory) {
    for (const std::vector<Hold> &holds : memory.holds) {
      Alike alike;
      for (const Hold &hold : holds)
        alike.push_back({hold.window, hold.rank, hold.target, hold.exclusive, hold.checked});
      holds_.push_back(
          numbers_.emplace(std::move(alike), static_cast<uint32_t>(numbers_.size())).first->second);
    }
  }

  Likeness of(const Access &access) {
    const Accessor &accessor = memory_.accessors[access.accessor];
    return {.bytes = access.bytes,
            .context = accessor.context,
            .strand = accessor.start.strand,
            .window = accessor.window,
            .op = accessor.op,
            .type = accessor.type,
            .holds = holds_[accessor.holds],
            .endStrand = accessor.end.strand,
            .moreEnds = accessor.moreEnds ? strandsOf(accessor.moreEnds) : 0,
            .itself = 0,
            .kind = accessor.kind,
            .side = accessor.side,
            .write = access.write,
            .seen = accessor.seen,
            .whole = access.whole};
  }

  /// Of two accesses of one likeness: whether all who know that the first is over know it of the
  /// second.
  bool overAfter(const Access &first, const Access &second) const {
    const Accessor &a = memory_.accessors[first.accessor], &b = memory_.accessors[second.accessor];
    auto after = [](const Stamp &one, const Stamp &two) { return one.position >= two.position; };
    const std::vector<Stamp> &published = memory_.visibilities[a.visibility].published;
    const std::vector<Stamp> &other = memory_.visibilities[b.visibility].published;
    auto sameStrand = [](const Stamp &one, const Stamp &two) { return one.strand == two.strand; };
    return after(a.end, b.end) && (!a.seen || after(a.called, b.called)) &&
           std::ranges::equal(published, other, sameStrand) &&
           std::ranges::equal(published, other, after) &&
           std::equal(memory_.moreEnds[a.moreEnds].begin(), memory_.moreEnds[a.moreEnds].end(),
                      memory_.moreEnds[b.moreEnds].begin(), after);
  }

private:
  uint32_t strandsOf(uint32_t ends) {
    std::vector<uint32_t> strands;
    for (const Stamp &end : memory_.moreEnds[ends])
      strands.push_back(end.strand);
    return strands_.emplace(std::move(strands), static_cast<uint32_t>(strands_.size() + 1))
        .first->second;
  }

  using Alike = std::vector<std::tuple<uint32_t, uint32_t, uint32_t, bool, bool>>;
  const Memory &memory_;
  std::map<Alike, uint32_t> numbers_;
  std::map<std::vector<uint32_t>, uint32_t> strands_;
  std::vector<uint32_t> holds_; // by index in Memory::holds: those without their epochs
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_LIKENESS_H
