//===- WindowUse.h - how a run's windows are synchronized -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence orders all that its processes did before with all that they do after.
// Where every access to window memory is an operation in an epoch of fences or
// of post/start/complete/wait, or the owner's own, what lies outside of the
// fence's epochs needs no such order: accesses to a rank's memory by others are
// within epochs that the rank itself opens and ends. Only then may a fence be
// taken away or replaced without looking at the rest of the program.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_WINDOWUSE_H
#define FENCEPOST_ANALYZER_DETECTORS_WINDOWUSE_H

#include "analyzer/Analysis.h"

#include <map>
#include <set>
#include <string>

namespace fencepost::analyzer {

class WindowUse {
public:
  void look(const Analysis &phase);

  /// Of the whole run, on all processes. Collective.
  struct Run {
    bool locked = false;               // there are epochs of passive target
    bool shared = false;               // ranks may communicate by loads and stores
    bool overlap = false;              // memory belongs to two windows
    bool messages = false;             // of which the order of the ranks may tell which is received
    bool cutShort = false;             // some rank did not come to its end
    bool known = false;                // the archive tells all this
    std::set<uint32_t> pairwise;       // windows with post/start/complete/wait
    std::map<uint32_t, uint32_t> made; // context of the call that made a window
    /// "" where fences order nothing but what is in their epochs; else what they may order besides.
    std::string besideFences() const;
  };
  Run ofRun(const Analysis &analysis) const;

private:
  using OfRank = std::pair<uint32_t, uint64_t>;

  void message(const Definitions &definitions, uint32_t rank, const Event &event);

  bool locked = false, shared = false, overlap = false, messages = false, cutShort = false;
  std::set<uint32_t> pairwise;
  std::map<uint32_t, uint32_t> made;   // the least context
  std::map<OfRank, uint32_t> sources;  // by the receive's context
  std::map<OfRank, uint32_t> receives; // under way, contexts by request
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_WINDOWUSE_H
