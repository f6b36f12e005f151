//===- Table.cpp - columns of the text report -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Table.h"

#include "report/Writing.h"

#include <algorithm>

namespace fencepost::driver {

std::string Table::render(const TextStyle &style) const {
  std::vector<std::size_t> widths(columns.size());
  std::vector<bool> isEmpty(columns.size(), true);
  for (const auto &cells : rows)
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], columnsOf(cells[i]));
      if (&cells != &rows.front() && !cells[i].empty())
        isEmpty[i] = false;
    }

  std::string text;
  for (const auto &cells : rows) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (isEmpty[i])
        continue;
      line += "  ";
      line +=
          columns[i] == Align::Right ? padLeft(cells[i], widths[i]) : padRight(cells[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += (&cells == &rows.front() ? inked(style, Ink::Faint, line) : line) + "\n";
  }
  return text;
}

} // namespace fencepost::driver
