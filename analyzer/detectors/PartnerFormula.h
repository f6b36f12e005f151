//===- PartnerFormula.h - partners of all ranks, said in one expression ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs compute the ranks that they communicate with: neighbours in a ring,
// on a line, in a grid of rows; one rank with all others. The partners that a
// run showed are turned back into such an expression.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_PARTNERFORMULA_H
#define FENCEPOST_ANALYZER_DETECTORS_PARTNERFORMULA_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::analyzer {

/// Ranks of a group, in ascending order.
using PartnerSet = std::vector<uint32_t>;
void include(PartnerSet &partners, uint32_t rank);

/// Partners of each rank of a group, by rank.
using PartnerSets = std::vector<PartnerSet>;
/// How many pairs of two ranks.
std::size_t pairsOf(const PartnerSets &sets);

struct PartnerFormula {
  enum class Kind {
    Grid,      // those at fixed offsets
    Roots,     // always the same ranks, but not itself
    FromRoots, // of these ranks all others, of the others none
  };
  /// A partner, as C over `rank` and `size`; `condition` is "" where there always is one.
  struct Term {
    std::string condition, rank;
  };

  Kind kind;
  uint32_t width = 0;                               // of the grid's rows; all ranks: ring or line
  bool periodic = false;                            // the grid
  std::vector<std::pair<int64_t, int64_t>> offsets; // in a row, and in rows
  std::vector<uint32_t> roots;

  PartnerSet partners(uint32_t rank, uint32_t size) const;
  /// Of Grid and Roots.
  std::vector<Term> terms(uint32_t size) const;
  /// "(rank + 1) % size, (rank - 1 + size) % size", "rank + 1 if rank + 1 < size".
  std::string text(uint32_t size) const;
  /// Whether it is likely to hold for other numbers of ranks: a width, or a distance that may be one,
  /// is this number's.
  bool isForAnySize(uint32_t size) const;
  /// With so few ranks the terms would name one twice; 1: never.
  uint32_t tooFew() const;
};

/// The one of fewest terms that gives exactly these partners; of equal ones a ring, a line, ranks
/// that are the same for all, a grid of rows.
std::optional<PartnerFormula> findFormula(const PartnerSets &sets);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_PARTNERFORMULA_H
