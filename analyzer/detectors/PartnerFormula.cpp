//===- PartnerFormula.cpp - partners of all ranks, said in one expression ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/PartnerFormula.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace fencepost::analyzer {

namespace {

constexpr std::size_t kMostOffsets = 8; // neighbours in a grid, with the diagonals
constexpr std::size_t kMostRoots = 4;

/// Of equal distances backwards and forwards the one forwards.
int64_t shortestWay(int64_t distance, int64_t around) {
  int64_t way = ((distance % around) + around) % around;
  return way * 2 > around ? way - around : way;
}

int64_t wrapped(int64_t place, int64_t around) { return (place + around) % around; }

/// "rank + 2", "rank - 1", "rank".
std::string shifted(const std::string &what, int64_t by) {
  if (by == 0)
    return what;
  return what + (by < 0 ? " - " : " + ") + std::to_string(by < 0 ? -by : by);
}

/// The place `by` from `what` in a cycle of `around`.
std::string around(const std::string &what, int64_t by, const std::string &length) {
  std::string place = shifted(what, by) + (by < 0 ? " + " + length : "");
  return by == 0 ? what : "(" + place + ") % " + length;
}

/// The grid of that width whose offsets are all that occur; nothing where they are too many.
std::optional<PartnerFormula> gridOf(const PartnerSets &sets, uint32_t width, bool periodic) {
  int64_t across = width, rows = static_cast<int64_t>(sets.size()) / across;
  std::vector<std::pair<int64_t, int64_t>> offsets;
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (uint32_t partner : sets[i]) {
      int64_t rank = static_cast<int64_t>(i);
      int64_t x = partner % across - rank % across, y = partner / across - rank / across;
      std::pair offset(x, y);
      if (periodic)
        offset = {shortestWay(x, across), shortestWay(y, rows)};
      if (std::find(offsets.begin(), offsets.end(), offset) != offsets.end())
        continue;
      if (offsets.size() == kMostOffsets)
        return std::nullopt;
      offsets.push_back(offset);
    }
  PartnerFormula grid{.kind = PartnerFormula::Kind::Grid,
                      .width = width,
                      .periodic = periodic,
                      .offsets = std::move(offsets),
                      .roots = {}};
  // The one after, then the one before.
  std::sort(grid.offsets.begin(), grid.offsets.end(), [](const auto &a, const auto &b) {
    auto order = [](const auto &o) {
      return std::tuple(std::abs(o.second), -o.second, std::abs(o.first), -o.first);
    };
    return order(a) < order(b);
  });
  return grid;
}

std::optional<PartnerFormula> rootsOf(const PartnerSets &sets) {
  PartnerSet roots;
  for (const PartnerSet &partners : sets)
    for (uint32_t partner : partners) {
      include(roots, partner);
      if (roots.size() > kMostRoots)
        return std::nullopt;
    }
  return PartnerFormula{
      .kind = PartnerFormula::Kind::Roots, .offsets = {}, .roots = std::move(roots)};
}

std::optional<PartnerFormula> fromRootsOf(const PartnerSets &sets) {
  PartnerFormula formula{.kind = PartnerFormula::Kind::FromRoots, .offsets = {}, .roots = {}};
  for (uint32_t rank = 0; rank < sets.size(); ++rank)
    if (!sets[rank].empty())
      formula.roots.push_back(rank);
  if (formula.roots.empty() || formula.roots.size() > kMostRoots)
    return std::nullopt;
  return formula;
}

bool gives(const std::optional<PartnerFormula> &formula, const PartnerSets &sets) {
  uint32_t size = static_cast<uint32_t>(sets.size());
  for (uint32_t rank = 0; formula && rank < size; ++rank)
    if (formula->partners(rank, size) != sets[rank])
      return false;
  return formula.has_value();
}

} // namespace

void include(PartnerSet &partners, uint32_t rank) {
  auto at = std::lower_bound(partners.begin(), partners.end(), rank);
  if (at == partners.end() || *at != rank)
    partners.insert(at, rank);
}

std::size_t pairsOf(const PartnerSets &sets) {
  std::size_t pairs = 0;
  for (uint32_t rank = 0; rank < sets.size(); ++rank)
    pairs += sets[rank].size() - std::ranges::binary_search(sets[rank], rank);
  return pairs;
}

PartnerSet PartnerFormula::partners(uint32_t rank, uint32_t size) const {
  PartnerSet partners;
  if (kind == Kind::FromRoots) {
    if (std::find(roots.begin(), roots.end(), rank) != roots.end())
      for (uint32_t other = 0; other < size; ++other)
        partners.push_back(other);
    std::erase(partners, rank);
    return partners;
  }
  if (kind == Kind::Roots) {
    partners = roots;
    std::erase(partners, rank);
    return partners;
  }
  int64_t rows = size / width;
  for (auto [across, down] : offsets) {
    int64_t x = rank % width + across, y = rank / width + down;
    if (periodic) {
      x = wrapped(x, width);
      y = wrapped(y, rows);
    }
    if (x >= 0 && x < width && y >= 0 && y < rows)
      include(partners, static_cast<uint32_t>(y * width + x));
  }
  return partners;
}

std::vector<PartnerFormula::Term> PartnerFormula::terms(uint32_t size) const {
  std::vector<Term> terms;
  for (uint32_t root : roots)
    terms.push_back({"rank != " + std::to_string(root), std::to_string(root)});
  bool oneRow = width == size;
  std::string row = std::to_string(width), rows = std::to_string(size / std::max(width, 1u));
  for (auto [across, down] : offsets) {
    Term term;
    if (periodic && oneRow) {
      term.rank = around("rank", across, "size");
    } else if (periodic) {
      std::string x = around("rank % " + row, across, row), y = around("rank / " + row, down, rows);
      term.rank = across == 0 ? around("rank", down * width, "size") : y + " * " + row + " + " + x;
    } else {
      std::string column = oneRow ? "rank" : "rank % " + row;
      auto need = [&](const std::string &condition) {
        term.condition += (term.condition.empty() ? "" : " && ") + condition;
      };
      if (across < 0)
        need(column + " >= " + std::to_string(-across));
      if (across > 0)
        need(column + " + " + std::to_string(across) + " < " + (oneRow ? "size" : row));
      if (down < 0)
        need("rank >= " + std::to_string(-down * width));
      if (down > 0)
        need("rank + " + std::to_string(down * width) + " < size");
      term.rank = shifted("rank", across + down * width);
    }
    terms.push_back(term);
  }
  return terms;
}

std::string PartnerFormula::text(uint32_t size) const {
  std::string text;
  if (kind == Kind::FromRoots) {
    for (uint32_t root : roots)
      text += (text.empty() ? "" : " and ") + std::to_string(root);
    return (roots.size() == 1 ? "all others of rank " : "all others of ranks ") + text;
  }
  for (const Term &term : terms(size))
    text += (text.empty() ? "" : ", ") + term.rank +
            (term.condition.empty() ? "" : " if " + term.condition);
  return text;
}

bool PartnerFormula::isForAnySize(uint32_t size) const {
  if (kind != Kind::Grid)
    return std::all_of(roots.begin(), roots.end(), [](uint32_t root) { return root == 0; });
  return width == size && size > 2 &&
         std::all_of(offsets.begin(), offsets.end(),
                     [](const auto &offset) { return std::abs(offset.first) <= 1; });
}

uint32_t PartnerFormula::tooFew() const {
  if (kind != Kind::Grid || !periodic || offsets.size() < 2)
    return 1;
  auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  return static_cast<uint32_t>(most->first - least->first);
}

std::optional<PartnerFormula> findFormula(const PartnerSets &sets) {
  uint32_t size = static_cast<uint32_t>(sets.size());
  if (size < 2)
    return std::nullopt;
  std::optional<PartnerFormula> best;
  auto consider = [&](const std::optional<PartnerFormula> &formula) {
    if (gives(formula, sets) && (!best || formula->offsets.size() + formula->roots.size() <
                                              best->offsets.size() + best->roots.size()))
      best = formula;
  };
  consider(gridOf(sets, size, true));
  consider(gridOf(sets, size, false));
  consider(rootsOf(sets));
  consider(fromRootsOf(sets));
  for (bool periodic : {false, true})
    for (uint32_t width = 2; width * 2 <= size; ++width)
      if (size % width == 0)
        consider(gridOf(sets, width, periodic));
  return best;
}

} // namespace fencepost::analyzer
