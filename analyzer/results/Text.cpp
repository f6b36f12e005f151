//===- Text.cpp - numbers and lists in sentences -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Text.h"

#include <cstdio>

namespace fencepost::analyzer {

namespace {

std::string number(const char *format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

} // namespace

std::string secondsText(double seconds) {
  if (seconds >= 0.1)
    return number("%.2f s", seconds);
  if (seconds >= 0.01)
    return number("%.1f ms", seconds * 1e3);
  if (seconds >= 0.001)
    return number("%.2f ms", seconds * 1e3);
  return number("%.0f us", seconds * 1e6);
}

std::string percentText(double share) {
  return number(share < 0.095 ? "%.1f %%" : "%.0f %%", share * 100);
}

std::string ranksText(const std::set<uint32_t> &ranks) {
  constexpr std::size_t kMost = 8;
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  std::size_t listed = 0;
  for (uint32_t rank : ranks) {
    if (listed == kMost && ranks.size() > kMost + 1)
      return text + " and " + std::to_string(ranks.size() - listed) + " more";
    text += (listed++ ? ", " : "") + std::to_string(rank);
  }
  return text;
}

std::string timesText(uint64_t count) {
  return count == 1 ? "once" : std::to_string(count) + " times";
}

std::string countText(uint64_t count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace fencepost::analyzer
