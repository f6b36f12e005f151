//===- Paths.h - call paths as the results have them ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_PATHS_H
#define FENCEPOST_ANALYZER_RESULTS_PATHS_H

#include "analyzer/results/Report.h"

#include <map>
#include <set>

namespace fencepost::analyzer {

/// The frames of a path. The MPI function itself is no frame of its own where its caller's line is
/// known: the site of the last frame names it.
std::vector<std::string> framesOf(const Definitions &definitions, uint32_t context);

/// Rows of sites and paths for a set of contexts. Contexts whose frames read alike share a path,
/// and places that the source says the same of share a site.
class Paths {
public:
  Paths(const Definitions &definitions, const std::set<uint32_t> &contexts, Report &report);

  /// kNoRow for a context that is not in the set or says nothing.
  int64_t path(uint32_t context) const { return rowOf(paths, context); }
  int64_t site(uint32_t context) const { return rowOf(sites, context); }

private:
  static int64_t rowOf(const std::map<uint32_t, int64_t> &rows, uint32_t context) {
    auto found = rows.find(context);
    return found == rows.end() ? kNoRow : found->second;
  }

  std::map<uint32_t, int64_t> paths, sites; // by context
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_PATHS_H
