//===- Excerpt.cpp - the source line of a place ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Excerpt.h"

#include "report/Writing.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace fencepost::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTab = 8;
constexpr std::size_t kNoCaret = std::string::npos;

/// A source line as a terminal shows it.
struct ShownLine {
  std::string text;
  std::size_t caret = kNoCaret; // column, from 0
};

/// `column` counts bytes from 1, as compilers do.
ShownLine show(const std::string &line, int64_t column) {
  ShownLine shown;
  std::size_t columns = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (static_cast<int64_t>(i) + 1 == column)
      shown.caret = columns;
    unsigned char c = static_cast<unsigned char>(line[i]);
    if (c == '\t') {
      std::size_t spaces = kTab - columns % kTab;
      shown.text.append(spaces, ' ');
      columns += spaces;
    } else if (c >= 0x20 && c != 0x7f) {
      shown.text += line[i];
      columns += (c & 0xc0) != 0x80;
    }
  }
  return shown;
}

/// Keeps the part of a long line in which the caret is.
void clip(ShownLine &line, std::size_t width) {
  if (columnsOf(line.text) <= width)
    return;
  std::size_t begin = 0;
  if (line.caret != kNoCaret && line.caret + 4 > width)
    begin = line.caret - width / 2;
  std::string text;
  std::size_t column = 0;
  for (char c : line.text) {
    column += (c & 0xc0) != 0x80;
    if (column > begin && column <= begin + width)
      text += c;
  }
  line.text = text;
  if (line.caret != kNoCaret)
    line.caret -= begin;
}

} // namespace

const std::vector<std::string> &Excerpts::linesOf(const SourceSite &site) {
  auto [entry, isNew] = files.try_emplace({site.directory, site.file});
  if (!isNew)
    return entry->second;
  for (const fs::path &path : {fs::path(site.file), fs::path(site.directory) / site.file}) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      continue;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);)
      entry->second.push_back(line);
    break;
  }
  return entry->second;
}

std::string Excerpts::of(const SourceSite &site, const TextStyle &style) {
  if (site.file.empty() || site.line <= 0)
    return "";
  const std::vector<std::string> &lines = linesOf(site);
  if (static_cast<uint64_t>(site.line) > lines.size())
    return "";
  constexpr std::size_t kGutter = 11;
  ShownLine line = show(lines[static_cast<std::size_t>(site.line) - 1], site.column);
  clip(line, style.width - kGutter);
  std::string result = fmt::format(
      "{}{}\n", inked(style, Ink::Faint, fmt::format("{:>8} | ", site.line)), line.text);
  if (line.caret != kNoCaret)
    result += fmt::format("{}{}{}\n", inked(style, Ink::Faint, "         | "),
                          std::string(line.caret, ' '), inked(style, Ink::Caret, "^"));
  return result;
}

} // namespace fencepost::driver
