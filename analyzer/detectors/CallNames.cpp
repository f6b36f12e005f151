//===- CallNames.cpp - calls of one finding, told from each other --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/CallNames.h"

namespace fencepost::analyzer {

std::string callName(const Site &site, const std::set<Site> &among) {
  bool files = false, columns = false;
  for (const Site &other : among) {
    files = files || other.file != site.file;
    columns = columns ||
              (other.file == site.file && other.line == site.line && other.column != site.column);
  }
  if (!site.line)
    return site.call;
  std::string file = site.file.substr(site.file.rfind('/') + 1);
  return site.call + " at " + (files ? file + ":" : "line ") + std::to_string(site.line) +
         (columns ? ", column " + std::to_string(site.column) : "");
}

} // namespace fencepost::analyzer
