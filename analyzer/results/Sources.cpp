//===- Sources.cpp - the program's source files --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/results/Sources.h"

#include <filesystem>
#include <fstream>

namespace fencepost::analyzer {

const std::vector<std::string> &Sources::lines(const Site &site) {
  namespace fs = std::filesystem;
  auto [found, isNew] = files_.try_emplace(site.directory + "\n" + site.file);
  if (!isNew)
    return found->second;
  for (const fs::path &path : {fs::path(site.directory) / site.file, fs::path(site.file)}) {
    std::error_code error;
    std::ifstream in;
    if (fs::is_regular_file(path, error))
      in.open(path);
    if (!in.is_open())
      continue;
    for (std::string line; std::getline(in, line);)
      found->second.push_back(line);
    break;
  }
  return found->second;
}

std::string_view Sources::line(const Site &site, uint32_t number) {
  if (site.file.empty() || number == 0)
    return {};
  const std::vector<std::string> &all = lines(site);
  return number <= all.size() ? std::string_view(all[number - 1]) : std::string_view();
}

} // namespace fencepost::analyzer
