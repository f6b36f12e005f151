//===- Excerpt.h - the source line of a place -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_REPORT_EXCERPT_H
#define FENCEPOST_DRIVER_REPORT_EXCERPT_H

#include "Terminal.h"
#include "results/Results.h"

#include <map>
#include <string>
#include <vector>

namespace fencepost::driver {

/// Reads source files once each.
class Excerpts {
public:
  /// The line with a caret under the column, indented; "" when the file or the line is not there.
  /// The file is looked for where it is named from, then from where the compiler ran.
  std::string of(const SourceSite &site, const TextStyle &style);

private:
  const std::vector<std::string> &linesOf(const SourceSite &site);
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> files;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_REPORT_EXCERPT_H
