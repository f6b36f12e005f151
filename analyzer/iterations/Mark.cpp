//===- Mark.cpp - what begins an iteration ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Mark.h"

#include <charconv>

namespace fencepost::analyzer {

namespace {

bool isFile(std::string_view path, std::string_view wanted) {
  if (!path.ends_with(wanted))
    return false;
  path.remove_suffix(wanted.size());
  return path.empty() || path.ends_with('/');
}

} // namespace

std::optional<MarkedLine> parseLine(std::string_view text) {
  std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0)
    return std::nullopt;
  MarkedLine parsed{std::string(text.substr(0, colon)), 0};
  const char *end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data() + colon + 1, end, parsed.line);
  if (error != std::errc() || rest != end || parsed.line == 0)
    return std::nullopt;
  return parsed;
}

bool isAt(const Definitions &definitions, uint32_t context, const MarkedLine &line) {
  const Region &region = definitions.region(context);
  if (!region.mpi)
    return region.line == line.line && isFile(region.file, line.file);
  Site site = definitions.site(context);
  return site.line == line.line &&
         (isFile(site.file, line.file) || isFile(site.directory + "/" + site.file, line.file));
}

} // namespace fencepost::analyzer
