//===- Table.h - columns of the text report -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_TABLE_H
#define FENCEPOST_DRIVER_REPORT_TABLE_H

#include "Terminal.h"

#include <string>
#include <vector>

namespace fencepost::driver {

/// Rows of cells, each column as wide as its widest cell; columns that hold nothing are left out.
/// The first row holds the headings.
class Table {
public:
  enum class Align { Left, Right };
  explicit Table(std::vector<Align> columns) : columns(std::move(columns)) {}

  void row(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }
  bool hasRows() const { return rows.size() > 1; }
  std::size_t rowCount() const { return rows.size(); }
  std::string render(const TextStyle &style) const;

private:
  std::vector<Align> columns;
  std::vector<std::vector<std::string>> rows;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_TABLE_H
