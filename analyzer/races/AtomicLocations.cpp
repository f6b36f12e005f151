//===- AtomicLocations.cpp - the atomics on one memory, by location -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/AtomicLocations.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace fencepost::analyzer::races {

namespace {

/// Operations of more blocks, and places divided into more parts than this for each operation, are
/// taken as a whole: then more may have been seen than was.
constexpr uint64_t kMostBlocks = 32;

} // namespace

void AtomicLocations::add(const AtomicUse &use, std::span<const Strided> blocks) {
  auto index = static_cast<uint32_t>(uses_.size());
  uses_.push_back(use);
  bool one = blocks.size() == 1 && blocks.front().count == 1;
  whole_.push_back(one ? Interval{blocks.front().address, blocks.front().end()} : Interval{0, 0});
  for (const Strided &block : blocks) {
    if (block.count > kMostBlocks) {
      pieces_.push_back({block.address, block.end(), index});
      continue;
    }
    for (uint64_t i = 0; i < block.count; ++i) {
      uint64_t begin = block.address + i * block.stride;
      pieces_.push_back({begin, begin + block.bytes, index});
    }
  }
}

void AtomicLocations::divide() {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece &a, const Piece &b) {
    return std::tie(a.begin, a.end, a.use) < std::tie(b.begin, b.end, b.use);
  });
  // Those that touch each other, one way or another.
  for (std::size_t first = 0; first < pieces_.size();) {
    std::size_t last = first;
    for (uint64_t end = 0; last < pieces_.size() && (last == first || pieces_[last].begin < end);
         ++last)
      end = std::max(end, pieces_[last].end);
    std::span group(pieces_.begin() + static_cast<std::ptrdiff_t>(first), last - first);
    if (synchronizes(group))
      divide(group);
    first = last;
  }
  pieces_ = {};
}

/// Whether one rank may see what another one did.
bool AtomicLocations::synchronizes(std::span<const Piece> pieces) const {
  auto use = [&](const Piece &piece) -> const AtomicUse & { return uses_[piece.use]; };
  bool sees = std::ranges::any_of(
      pieces, [&](const Piece &piece) { return use(piece).op.seen != AtomicOp::kNever; });
  bool several = std::ranges::any_of(
      pieces, [&](const Piece &piece) { return use(piece).rank != use(pieces.front()).rank; });
  return sees && several;
}

void AtomicLocations::divide(std::span<const Piece> pieces) {
  std::vector<uint64_t> cuts;
  for (const Piece &piece : pieces)
    cuts.insert(cuts.end(), {piece.begin, piece.end});
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  auto cutAt = [&](uint64_t address) {
    return static_cast<std::size_t>(std::lower_bound(cuts.begin(), cuts.end(), address) -
                                    cuts.begin());
  };
  uint64_t entries = 0;
  for (const Piece &piece : pieces)
    entries += cutAt(piece.end) - cutAt(piece.begin);
  if (entries > kMostBlocks * pieces.size())
    cuts = {cuts.front(), cuts.back()};
  std::vector<std::vector<uint32_t>> uses(cuts.size() - 1);
  for (const Piece &piece : pieces)
    for (std::size_t i = cuts.size() == 2 ? 0 : cutAt(piece.begin);
         i + 1 < cuts.size() && cuts[i] < piece.end; ++i)
      uses[i].push_back(piece.use);
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (!uses[i].empty())
      addPlace(cuts[i], cuts[i + 1], std::move(uses[i]));
}

void AtomicLocations::addPlace(uint64_t begin, uint64_t end, std::vector<uint32_t> uses) {
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  Place place{begin, end, {}, false};
  // The lock is of the window through which others access the location, and keeps them out.
  auto isOther = [&](uint32_t use) {
    return uses_[use].local && std::ranges::none_of(uses, [&](uint32_t operation) {
             return !uses_[operation].local && uses_[operation].rank != uses_[use].rank &&
                    uses_[operation].window == uses_[use].window &&
                    (uses_[operation].excludes || uses_[use].excludes);
           });
  };
  std::vector<uint32_t> others;
  std::ranges::copy_if(uses, std::back_inserter(others), isOther);
  place.plain |= !others.empty();
  std::erase_if(uses, [&](uint32_t use) { return std::ranges::binary_search(others, use); });
  // What a load sees inside its rank's own lock epoch, a put may have left there.
  bool local = std::ranges::any_of(uses, [&](uint32_t use) { return uses_[use].local != 0; });
  for (uint32_t use : uses) {
    place.plain |= uses_[use].plain || uses_[use].local;
    if (local || !uses_[use].plain)
      place.uses.push_back(use);
  }
  std::sort(place.uses.begin(), place.uses.end(), [&](uint32_t a, uint32_t b) {
    auto tie = [](const AtomicUse &use) {
      return std::tie(use.op.enter, use.rank, use.local, use.operation);
    };
    return tie(uses_[a]) < tie(uses_[b]);
  });
  if (!place.uses.empty())
    places_.push_back(std::move(place));
}

void AtomicLocations::store(const Strided &bytes, uint64_t until) {
  auto place = std::upper_bound(
      places_.begin(), places_.end(), bytes.address,
      [](uint64_t address, const Place &candidate) { return address < candidate.end; });
  for (; place != places_.end() && place->begin < bytes.end(); ++place)
    if (until > uses_[place->uses.front()].op.enter)
      place->plain = true;
}

/// Values of elements of which this is only a part say nothing.
std::vector<AtomicUse> AtomicLocations::usesOf(const Place &place) const {
  std::vector<AtomicUse> uses;
  Interval element{place.begin, place.end};
  for (uint32_t index : place.uses) {
    AtomicUse use = uses_[index];
    if (whole_[index].begin != element.begin || whole_[index].end != element.end)
      use.op.found = use.op.left = std::nullopt, use.op.added.reset(), use.op.replaces = false;
    use.op.writes |= use.plain != 0;
    uses.push_back(use);
  }
  return uses;
}

void AtomicLocations::forEach(const Visit &visit) const {
  for (const Place &place : places_) {
    std::vector<AtomicUse> uses = usesOf(place), writes;
    std::vector<AtomicOp> ops;
    for (const AtomicUse &use : uses) {
      ops.push_back(use.op);
      if (use.op.writes)
        writes.push_back(use);
    }
    std::vector<Seen> seen = whatWasSeen(ops, !place.plain);
    std::vector<Sight> sights;
    for (std::size_t i = 0; i < uses.size(); ++i)
      if (seen[i].prefix > 0 || !seen[i].others.empty())
        sights.push_back({uses[i], std::move(seen[i])});
    if (!sights.empty())
      visit(place.begin, writes, sights);
  }
}

} // namespace fencepost::analyzer::races
