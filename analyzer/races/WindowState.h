//===- WindowState.h - a rank's open epochs on one window -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which epoch an operation belongs to, and which operations a call completes.
// An operation is completed by a call of any thread that comes after it had
// returned. Several threads may complete it, each for those that come after it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_WINDOW_STATE_H
#define FENCEPOST_ANALYZER_RACES_WINDOW_STATE_H

#include "analyzer/races/Plan.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace fencepost::analyzer::races {

class WindowState {
public:
  struct AccessEpoch {
    uint32_t sequence;
    uint32_t context;     // of the start
    bool getLike = false; // whether an operation brought data back: proof that the target posted
  };

  uint32_t fences = 0;                     // passed so far
  uint32_t fenceContext = kNone;           // the last of them
  std::map<uint32_t, AccessEpoch> started; // by target
  std::map<uint32_t, Hold> locks;          // by target
  std::optional<Hold> lockAll;

  const Hold *lockOn(uint32_t target) const;
  /// Sets epoch and sequence.
  void enterEpoch(Operation &operation) const;
  /// `returned`: position of the leave of the call.
  void begin(const Operation &operation, uint32_t id, uint64_t returned);

  /// Of a window at the end of a phase, when no operation is under way: its locks are the first
  /// ones of the next phase, counted by `epoch`.
  void beginPhase(uint32_t &epoch);

  /// A call that completes operations.
  struct Completer {
    uint32_t strand;
    /// Whether a point of a strand comes before it.
    std::function<bool(uint32_t strand, uint64_t position)> knows;
    /// Strands that complete operations on this window; null: the first call is enough.
    const std::set<uint32_t> *strands = nullptr;
  };
  using Visit = std::function<void(uint32_t operation)>;
  /// Visits the operations to the target (kNone: to all) that a call completes locally; each once
  /// for each strand.
  void completeLocal(uint32_t target, const Completer &call, const Visit &visit);
  /// Likewise at the target.
  void completeRemote(uint32_t target, const Completer &call, const Visit &visit);

private:
  struct Pending {
    uint32_t operation;
    uint32_t strand;
    uint64_t returned;
    std::vector<uint32_t> completed; // strands that did
  };
  using ByTarget = std::map<uint32_t, std::vector<Pending>>;
  static void complete(ByTarget &all, uint32_t target, const Completer &call, const Visit &visit);
  ByTarget local_, remote_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_WINDOW_STATE_H
