//===- Sources.h - the program's source files ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_SOURCES_H
#define FENCEPOST_ANALYZER_RESULTS_SOURCES_H

#include "analyzer/trace/Definitions.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::analyzer {

/// Reads source files once each, where they are found: relative to the compiler's directory, or
/// here.
class Sources {
public:
  /// A line of the site's file, counted from 1; "" when there is none.
  std::string_view line(const Site &site, uint32_t number);

private:
  const std::vector<std::string> &lines(const Site &site);
  std::map<std::string, std::vector<std::string>> files_;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_SOURCES_H
