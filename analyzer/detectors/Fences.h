//===- Fences.h - instances of fences, with the operations they complete ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_FENCES_H
#define FENCEPOST_ANALYZER_DETECTORS_FENCES_H

#include "analyzer/detectors/OwnStores.h"
#include "analyzer/detectors/WaitState.h"

#include <set>
#include <span>

namespace fencepost::analyzer {

/// One rank in a fence.
struct FenceMember {
  Arrival arrival;
  uint64_t leave = 0;
  uint32_t opening = kNone; // context of the fence that began the epoch; kNone: it ends none
  uint32_t unended =
      kNone;             // of one that began an epoch which this fence, by NOPRECEDE, does not end
  uint8_t assertion = 0; // docs/trace-format.md
  bool shared = false;   // ranks of the window may communicate by loads and stores
  bool issued = false;   // the rank made operations since the fence before
  bool toItself = false; // of these some on itself
  bool updatesItself = false;
  bool stored = true; // it may have stored to its memory of the window since the fence before
};

/// Operations of one origin on a target in the epoch that a fence ends.
struct FenceAccess {
  uint32_t origin = kNone, target = kNone;
  uint32_t context = kNone; // of the last one
  bool updates = false;     // one of them changes the target's memory
  uint64_t leave = 0;       // latest
};

struct FenceInstance {
  uint32_t window;
  std::span<const FenceMember> members;  // by rank
  std::span<const FenceAccess> accesses; // by target, origin; targets are other ranks
};

/// The last to enter a fence, where it synchronized all: everybody entered before anybody left.
/// Without a rank elsewhere, and where somebody is missing.
Arrival synchronizedAt(const Definitions &definitions, const FenceInstance &fence);

class Fences {
public:
  /// Brings those of one phase together, each on one process. Collective.
  void look(const Analysis &phase);

  /// Fences of this process's ranks that no other followed, in what was looked at so far:
  /// visit(window, context of the last fence unless it asserted NOSUCCEED, whether operations came
  /// after it).
  template <typename Visit> void forEachLast(Visit visit) const {
    for (const auto &[rank, windows] : epochs)
      for (uint32_t window = 0; window < windows.end(); ++window)
        if (const Epoch *epoch = windows.find(window); epoch && epoch->opening != kNone)
          visit(window, epoch->opening, epoch->issued);
  }

  template <typename Visit> void forEach(Visit visit) const {
    for (const Instance &at : instances)
      visit(FenceInstance{at.window, std::span(members).subspan(at.firstMember, at.members),
                          std::span(accesses).subspan(at.firstAccess, at.accesses)});
  }

private:
  struct Instance {
    uint32_t window, firstMember, members, firstAccess = 0, accesses = 0;
  };
  /// The epoch between two fences of a window, as one rank goes through it.
  struct Epoch {
    uint32_t opening = kNone;          // kNone where no fence began it
    std::vector<FenceAccess> accesses; // in order, until the fence
    bool issued = false, toItself = false, updatesItself = false;
  };
  using Epochs = Table<Epoch>; // by window; they may reach over the end of a phase
  struct Meeting;

  void walk(const Analysis &phase, uint32_t first, uint32_t end, std::size_t &next,
            Meeting &meeting);

  std::map<uint32_t, Epochs> epochs; // by rank
  std::map<uint32_t, OwnStores> stores;
  std::set<uint32_t> shared; // windows
  std::vector<Instance> instances;
  std::vector<FenceMember> members;
  std::vector<FenceAccess> accesses;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_FENCES_H
