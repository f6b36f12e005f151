//===- Suppressions.h - findings that the user does not want to hear of ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_SUPPRESSIONS_H
#define FENCEPOST_ANALYZER_RESULTS_SUPPRESSIONS_H

#include "analyzer/results/Sources.h"
#include "model/Finding.h"

#include <optional>
#include <string>
#include <vector>

namespace fencepost::analyzer {

/// Rules of a file, one a line: `id:pattern`. The pattern, in which `*` stands for anything, is
/// looked for in the file, function, window and call of the finding's places and in the file and
/// function of those that called them. In the id, too, `*` stands for anything; the id `race` is
/// any race; `#` begins a comment.
class Suppressions {
public:
  /// Reads the rules; throws TraceError, naming the file and the line.
  void load(const std::string &file);

  /// What silences a finding with these places: "comment halo.c:12", "rule rma-*:halo.c", or
  /// nothing. Comments are looked for on and above the lines of the places, not of their callers.
  std::optional<std::string> find(FindingId id, const std::vector<Site> &places,
                                  const std::vector<Site> &callers = {});

  struct Rule {
    std::string id, pattern;
    uint64_t findings = 0; // that it matched
    std::string text() const { return id + ":" + pattern; }
  };
  /// In the order of the file.
  const std::vector<Rule> &rules() const { return rules_; }

  Sources &sources() { return sources_; }

private:
  std::vector<Rule> rules_;
  Sources sources_;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_SUPPRESSIONS_H
