//===- Writing.h - how the text report sets its words ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_WRITING_H
#define FENCEPOST_DRIVER_REPORT_WRITING_H

#include "Terminal.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fencepost::driver {

enum class Ink { Error, Warning, Note, Strong, Faint, Caret, Label };

/// The text in that color, where the style has colors.
std::string inked(const TextStyle &style, Ink ink, std::string_view text);

/// Without control characters (texts come from traces and sources), a tab as a space.
std::string printable(std::string_view text);

/// Columns that UTF-8 text takes, a code point each.
std::size_t columnsOf(std::string_view text);

/// `text` broken at spaces; the first line follows `firstColumn` columns that are already written,
/// the others are indented by `indent`. Ends with a newline.
std::string wrapped(std::string_view text, unsigned width, unsigned firstColumn, unsigned indent);

/// Text that ends at, or begins at, a column.
std::string padLeft(std::string_view text, std::size_t width);
std::string padRight(std::string_view text, std::size_t width);

/// Sorted numbers, runs drawn together: "0-2, 5".
std::string numberList(std::span<const int64_t> numbers);

/// "1 rank", "2 ranks"; `plural` only where it is not an s more.
std::string counted(int64_t count, std::string_view noun, std::string_view plural = "");

/// A metric's value: "1.250 s", "12", "3.5 MiB".
std::string quantity(double value, std::string_view unit);

/// A share as "12.5%"; "" when there is no whole.
std::string share(double part, double whole);

/// A bar for each value, relative to the largest; at most `width` of them, neighbours joined by
/// their maximum.
std::string bars(std::span<const double> values, std::size_t width, bool unicode);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_WRITING_H
