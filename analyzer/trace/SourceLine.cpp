//===- SourceLine.cpp - a line of the source, as the user names it ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/SourceLine.h"

#include "analyzer/trace/Definitions.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

namespace fencepost::analyzer {

namespace {

/// More are not listed: whoever wants all has `fencepost sites`.
constexpr std::size_t kMostListed = 12;

bool isFile(const std::string &wanted, std::string_view directory, std::string_view file) {
  std::string whole = std::string(file);
  if (!file.starts_with('/') && !directory.empty())
    whole = std::string(directory) + "/" + whole;
  return whole == wanted || whole.ends_with("/" + wanted);
}

std::string listed(const std::vector<std::string> &items) {
  std::size_t shown = std::min(items.size(), kMostListed);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text + (shown < items.size() ? " ..." : "");
}

} // namespace

bool SourceLine::is(std::string_view ofDirectory, std::string_view ofFile, uint32_t ofLine) const {
  return ofLine == line && isFile(file, ofDirectory, ofFile);
}

std::optional<SourceLine> parseSourceLine(std::string_view text) {
  std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0)
    return std::nullopt;
  uint32_t line = 0;
  const char *end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data() + colon + 1, end, line);
  if (error != std::errc() || rest != end || line == 0)
    return std::nullopt;
  std::string_view file = text.substr(0, colon);
  while (file.starts_with("./"))
    file.remove_prefix(2);
  if (std::optional<SourceLine> beforeColumn = parseSourceLine(file))
    return beforeColumn;
  return SourceLine{std::string(file), line};
}

std::string callsElsewhere(const Definitions &definitions, const SourceLine &line) {
  std::set<uint32_t> lines;
  std::set<std::string> files;
  for (uint32_t context = 0; context < definitions.contexts.end(); ++context) {
    if (!definitions.contexts.find(context) || !definitions.region(context).mpi)
      continue;
    Site site = definitions.site(context);
    if (!site.line)
      continue;
    files.insert(site.file);
    if (isFile(line.file, site.directory, site.file))
      lines.insert(site.line);
  }
  if (lines.empty())
    return files.empty() ? "" : "; MPI is called in " + listed({files.begin(), files.end()});
  std::vector<std::string> numbers;
  for (uint32_t number : lines)
    numbers.push_back(std::to_string(number));
  return "; in " + line.file + " MPI is called at line" + (numbers.size() > 1 ? "s " : " ") +
         listed(numbers);
}

std::string callersElsewhere(const Definitions &definitions, const std::string &function) {
  std::set<std::string> functions;
  for (uint32_t context = 0; context < definitions.contexts.end(); ++context) {
    if (!definitions.contexts.find(context) || !definitions.region(context).mpi)
      continue;
    for (uint32_t frame : definitions.path(context)) {
      const Region &region = definitions.region(frame);
      if (region.name == function)
        return "";
      if (!region.mpi)
        functions.insert(region.name);
    }
  }
  return functions.empty() ? "" : "; MPI is called in " + listed({functions.begin(), functions.end()});
}

} // namespace fencepost::analyzer
