//===- PscwSketch.cpp - post/start/complete/wait for unknown lines --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/PscwSketch.h"

#include "analyzer/detectors/GroupCode.h"

namespace fencepost::analyzer {

namespace {

struct Ends {
  PartnerSets targets, origins;
};

std::map<uint32_t, Ends> endsByWindow(const Definitions &definitions,
                                      const FenceLines::Line &fences) {
  std::map<uint32_t, Ends> windows;
  for (const FencePair &pair : fences.pairs) {
    const Communicator &comm = definitions.windowComm(pair.window);
    auto &[targets, origins] = windows[pair.window];
    targets.resize(comm.size());
    origins.resize(comm.size());
    uint32_t origin = comm.localRank(pair.origin), target = comm.localRank(pair.target);
    include(targets[origin], target);
    include(origins[target], origin);
  }
  return windows;
}

bool isWorthIt(const Ends &ends, double mostOfPairs) {
  std::size_t size = ends.targets.size();
  return double(pairsOf(ends.targets)) <= mostOfPairs * double(size * (size - 1)) &&
         hasGroupCode(ends.targets) && hasGroupCode(ends.origins);
}

std::string codeFor(const Ends &ends, const std::string &window, const std::string &suffix) {
  std::string to = "fp_neighbours" + suffix, from = to;
  std::vector<PartnerGroup> groups = {{to, ends.targets}};
  if (ends.targets != ends.origins) {
    to = "fp_targets" + suffix;
    from = "fp_origins" + suffix;
    groups = {{to, ends.targets}, {from, ends.origins}};
  }
  std::string code =
      groupCode(groups, window) + "\n// where MPI_Win_fence on " + window +
      " ends an epoch with operations\nMPI_Win_complete(" + window + ");\nMPI_Win_wait(" + window +
      ");\n\n// where it begins one, after that\nMPI_Win_post(" + from + ", 0, " + window +
      ");\nMPI_Win_start(" + to + ", 0, " + window + ");\n\n// before " + window + " is freed\n";
  for (const PartnerGroup &group : groups)
    code += "MPI_Group_free(&" + group.name + ");\n";
  return code;
}

} // namespace

std::string pscwSketch(const Definitions &definitions, const FenceLines::Line &fences,
                       double mostOfPairs) {
  std::string code;
  int number = 0;
  for (const auto &[window, ends] : endsByWindow(definitions, fences)) {
    std::string suffix = fences.windows.size() > 1 ? std::to_string(++number) : "";
    if (!isWorthIt(ends, mostOfPairs))
      continue;
    code += (code.empty() ? "// win" : "\n// win") + suffix + " stands for window " +
            std::to_string(window) + " of the archive\n" + codeFor(ends, "win" + suffix, suffix);
  }
  return code;
}

} // namespace fencepost::analyzer
