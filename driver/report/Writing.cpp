//===- Writing.cpp - how the text report sets its words -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fencepost::driver {

std::string inked(const TextStyle &style, Ink ink, std::string_view text) {
  constexpr std::string_view codes[] = {"1;31", "1;35", "1;36", "1", "2", "1;32", "1;34"};
  if (!style.color || text.empty())
    return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(ink)], text);
}

std::string printable(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c == '\t' || c == '\n')
      result += ' ';
    else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)
      result += c;
  return result;
}

std::size_t columnsOf(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string wrapped(std::string_view text, unsigned width, unsigned firstColumn, unsigned indent) {
  std::string clean = printable(text);
  std::string result;
  std::size_t column = firstColumn;
  bool lineIsEmpty = true;
  for (std::size_t begin = 0; begin < clean.size();) {
    std::size_t end = std::min(clean.find(' ', begin), clean.size());
    std::string_view word = std::string_view(clean).substr(begin, end - begin);
    begin = end + 1;
    if (word.empty())
      continue;
    std::size_t columns = columnsOf(word);
    if (!lineIsEmpty && column + 1 + columns > width) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
      lineIsEmpty = true;
    }
    if (!lineIsEmpty) {
      result += ' ';
      ++column;
    }
    result += word;
    column += columns;
    lineIsEmpty = false;
  }
  return result + '\n';
}

std::string padLeft(std::string_view text, std::size_t width) {
  std::size_t columns = columnsOf(text);
  return std::string(width > columns ? width - columns : 0, ' ') + std::string(text);
}

std::string padRight(std::string_view text, std::size_t width) {
  std::size_t columns = columnsOf(text);
  return std::string(text) + std::string(width > columns ? width - columns : 0, ' ');
}

std::string numberList(std::span<const int64_t> numbers) {
  std::string result;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    result += result.empty() ? "" : ", ";
    if (last == i)
      result += fmt::format("{}", numbers[i]);
    else
      result += fmt::format("{}{}{}", numbers[i], last == i + 1 ? ", " : "-", numbers[last]);
    i = last + 1;
  }
  return result;
}

std::string counted(int64_t count, std::string_view noun, std::string_view plural) {
  if (count == 1)
    return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", count, noun) : fmt::format("{} {}", count, plural);
}

std::string quantity(double value, std::string_view unit) {
  if (unit == "s")
    return std::abs(value) >= 0.001 || value == 0 ? fmt::format("{:.3f} s", value)
                                                  : fmt::format("{:.1f} us", value * 1e6);
  if (unit != "bytes")
    return fmt::format("{:.0f}", value);
  constexpr std::array<std::string_view, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t i = 0;
  while (value >= 1024 && i + 1 < units.size()) {
    value /= 1024;
    ++i;
  }
  return i == 0 ? fmt::format("{:.0f} B", value) : fmt::format("{:.1f} {}", value, units[i]);
}

std::string share(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f}%", 100 * part / whole) : "";
}

std::string bars(std::span<const double> values, std::size_t width, bool unicode) {
  static constexpr std::string_view blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static constexpr std::string_view letters[] = {" ", ".", ":", "-", "=", "+", "*", "%", "#"};
  const std::string_view *heights = unicode ? blocks : letters;
  double largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  std::size_t count = std::min(values.size(), width);
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * values.size() / count);
    auto end = values.begin() + static_cast<std::ptrdiff_t>((i + 1) * values.size() / count);
    double value = *std::max_element(begin, end);
    std::size_t height =
        largest > 0 && value > 0 ? static_cast<std::size_t>(std::ceil(8 * value / largest)) : 0;
    result += heights[std::min<std::size_t>(height, 8)];
  }
  return result;
}

} // namespace fencepost::driver
