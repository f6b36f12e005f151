//===- HeatMap.cpp - a map of ranks and iterations ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/HeatMap.h"

#include "report/Writing.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::driver {
namespace {

constexpr std::size_t kShades = 5;

std::string_view shade(double part, bool unicode) {
  static constexpr std::string_view blocks[kShades] = {" ", "░", "▒", "▓", "█"};
  static constexpr std::string_view letters[kShades] = {" ", ".", "+", "*", "#"};
  auto level = std::min(static_cast<std::size_t>(part * kShades), kShades - 1);
  return (unicode ? blocks : letters)[level];
}

/// The ranks of a row: "8-15".
std::string ranksOf(int64_t row, int64_t rows, int64_t ranks) {
  int64_t first = (row * ranks + rows - 1) / rows;
  int64_t last = ((row + 1) * ranks + rows - 1) / rows - 1;
  return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

} // namespace

std::string heatMap(std::string_view title, const OverTime &over, int64_t ranks,
                    std::span<const double> values, const TextStyle &style) {
  const auto &[rows, columns, metrics] = over.heat;
  if (values.empty())
    return "";
  auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*most <= 0)
    return "";
  std::string range = fmt::format("{} to {}", quantity(*least, "s"), quantity(*most, "s"));
  if (*most - *least < *most / 10)
    return fmt::format("  {}: {} on every rank in every iteration\n", title, range);
  std::string text = fmt::format("  {}, {}, by rank and iteration\n", title, range);
  std::size_t width = 0;
  for (int64_t row = 0; row < rows; ++row)
    width = std::max(width, ranksOf(row, rows, ranks).size());
  for (int64_t row = 0; row < rows; ++row) {
    text += "  " + padLeft(ranksOf(row, rows, ranks), width) + " |";
    for (int64_t column = 0; column < columns; ++column) {
      double value = values[static_cast<std::size_t>(row * columns + column)];
      text += shade((value - *least) / (*most - *least), style.unicode);
    }
    text += "|\n";
  }
  std::string last = fmt::format("{}", over.iterations - 1);
  text += std::string(width + 4, ' ') + "0";
  if (columns > 1)
    text += padLeft(last, static_cast<std::size_t>(columns) - 1);
  return text + "\n";
}

} // namespace fencepost::driver
