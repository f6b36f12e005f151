//===- Suppressions.h - findings that the user does not want to hear of ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_SUPPRESSIONS_H
#define FENCEPOST_ANALYZER_RESULTS_SUPPRESSIONS_H

#include "analyzer/trace/Definitions.h"
#include "model/Finding.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::analyzer {

/// Rules of a file, one a line: `id:pattern`, where `*` in the pattern stands for anything and the
/// pattern is looked for in the file, function, window and call of the finding's places; id `*` is
/// every id; `#` begins a comment.
class Suppressions {
public:
  /// Reads the rules; throws TraceError, naming the file and the line.
  void load(const std::string &file);

  /// What silences a finding with these places: "comment halo.c:12", "rule rma-*:halo.c", or
  /// nothing. Sources are read where they are found, relative to the compiler's directory or here.
  std::optional<std::string> find(FindingId id, const std::vector<Site> &places);

private:
  struct Rule {
    std::string id, pattern;
  };
  const std::vector<std::string> &source(const Site &site);

  std::vector<Rule> rules;
  std::map<std::string, std::vector<std::string>> sources; // lines by path
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_SUPPRESSIONS_H
