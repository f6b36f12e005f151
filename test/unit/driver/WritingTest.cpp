//===- WritingTest.cpp - how the text report sets its words ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Writing.h"

#include "report/Table.h"

#include <gtest/gtest.h>

using namespace fencepost::driver;

namespace {
std::string list(std::vector<int64_t> numbers) { return numberList(numbers); }
std::string bar(std::vector<double> values, bool unicode = false) {
  return bars(values, 4, unicode);
}
} // namespace

TEST(Writing, WrapsAtTheWidth) {
  EXPECT_EQ(wrapped("", 10, 0, 0), "\n");
  EXPECT_EQ(wrapped("one two", 7, 0, 0), "one two\n");
  EXPECT_EQ(wrapped("one two", 6, 0, 2), "one\n  two\n");
  EXPECT_EQ(wrapped("one two", 7, 1, 2), "one\n  two\n");
  EXPECT_EQ(wrapped("a  b\n\tc", 80, 0, 0), "a b c\n");
  EXPECT_EQ(wrapped("unbreakable", 4, 0, 2), "unbreakable\n");
  EXPECT_EQ(wrapped("äöü äöü", 7, 0, 0), "äöü äöü\n");
}

TEST(Writing, ListsNumbers) {
  EXPECT_EQ(list({}), "");
  EXPECT_EQ(list({3}), "3");
  EXPECT_EQ(list({0, 1}), "0, 1");
  EXPECT_EQ(list({0, 1, 2, 5, 7, 8}), "0-2, 5, 7, 8");
}

TEST(Writing, ShowsQuantities) {
  EXPECT_EQ(quantity(0, "s"), "0.000 s");
  EXPECT_EQ(quantity(1.2345, "s"), "1.234 s");
  EXPECT_EQ(quantity(0.00025, "s"), "250.0 us");
  EXPECT_EQ(quantity(12345678, "count"), "12345678");
  EXPECT_EQ(quantity(1023, "bytes"), "1023 B");
  EXPECT_EQ(quantity(1536, "bytes"), "1.5 KiB");
  EXPECT_EQ(share(1, 8), "12.5%");
  EXPECT_EQ(share(1, 0), "");
  EXPECT_EQ(counted(1, "rank"), "1 rank");
  EXPECT_EQ(counted(0, "rank"), "0 ranks");
}

TEST(Writing, DrawsBars) {
  EXPECT_EQ(bar({}), "");
  EXPECT_EQ(bar({0, 0}), "  ");
  EXPECT_EQ(bar({8, 4, 0.1, 0}), "#=. ");
  EXPECT_EQ(bar({8, 4, 1, 0}, true), "█▄▁ ");
  // Eight ranks on four bars: the larger of two.
  EXPECT_EQ(bar({0, 8, 4, 0, 0, 0, 1, 2}), "#= :");
  EXPECT_EQ(columnsOf(bar(std::vector<double>(1000, 1.0))), 4u);
}

TEST(Writing, TakesControlCharactersAway) {
  EXPECT_EQ(printable("a\x1b[31mb\tc\nd\x7f"), "a[31mb c d");
}

TEST(Writing, ColorsOnlyWhereTheStyleHasThem) {
  TextStyle style;
  EXPECT_EQ(inked(style, Ink::Error, "x"), "x");
  style.color = true;
  EXPECT_EQ(inked(style, Ink::Error, "x"), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ(inked(style, Ink::Error, ""), "");
}

TEST(Table, LeavesEmptyColumnsOut) {
  Table table({Table::Align::Left, Table::Align::Left, Table::Align::Right});
  table.row({"name", "gone", "n"});
  EXPECT_FALSE(table.hasRows());
  table.row({"ä", "", "10"});
  table.row({"long name", "", "1"});
  EXPECT_EQ(table.render(TextStyle()), "  name        n\n"
                                       "  ä          10\n"
                                       "  long name   1\n");
}
