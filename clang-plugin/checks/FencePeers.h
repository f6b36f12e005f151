//===- checks/FencePeers.h - what meets in the memory of one process ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations are compared with each other, and with loads and stores, where
// the bytes of which process they access is certain: target, displacement,
// count and unit are constants. Those of different processes in the epoch of
// one fence are concurrent, whatever their order in the source. A target such as
// `(rank + 1) % size` makes each process the target of one of them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_FENCEPEERS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_FENCEPEERS_H

#include "Executors.h"
#include "checks/Reach.h"
#include "checks/Segments.h"
#include "checks/TargetRanges.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::plugin {

struct Step;

/// What processes do in the epoch of a fence, or of a post and its start, that is the last one on
/// every path, or behind a collective call in passive target epochs (see segmentOf).
struct FencePeer {
  const clang::CallExpr *fence; // or post, or collective
  const Invocation *through;    // that came to the fence, when another function makes it
  const Operation *operation;   // null: the access
  const Access *access;
  const clang::CFGBlock *place;
  Executors executors;
  bool mayBeOrdered; // others may have been waited for since the fence
  std::string comm;
  std::optional<int64_t> shift; // of all processes' targets: `(rank + shift) % size`
  bool isToAll = false;         // each process is the target of one
  bool isToOthers = false;      // each but the own one
  Held held = Held::Nothing;    // behind a collective
  /// Who does it, or to whom, is not told by these.
  bool isWorkedOut = false, isReachAsked = false;
  std::optional<Reach> reach = std::nullopt;

  int64_t targetOf(const FencePeer &owner) const; // which it may be that the owner is

  std::string bothIn() const; // for a note at the call
  bool isPost() const;
  bool isSegment() const; // of no epoch
};

class FencePeers {
public:
  /// Takes the step in, when it is such a one.
  void enter(const Step &step);

  /// The pairs of what entered last with what entered before it, or with itself when another
  /// process does the same, that are executed by two processes of which one accesses the other's
  /// memory or both access a third one's.
  const std::vector<std::pair<FencePeer, FencePeer>> &meetings() const { return pairs; }

private:
  std::vector<FencePeer> peers;
  std::vector<std::pair<FencePeer, FencePeer>> pairs;

  void meet(const FencePeer &a, const FencePeer &b);
  void meetOthers(const Step &step, FencePeer &peer);
  void meetWorkedOut(const Step &step, FencePeer &other, FencePeer &peer);
  static const Reach *reach(const Step &step, FencePeer &peer);
};

/// Whether two places may be in one epoch, or behind one execution of the call: one process comes
/// to both without another one, or ranks part the ways.
bool areInOne(const Step &step, const clang::CFGBlock *a, const clang::CFGBlock *b,
              const clang::CallExpr *begin);

/// Where all processes come that come to the step; with a loop whose first iteration is meant, to
/// that.
const clang::CFGBlock *placeOf(const Step &step);

/// The call that opened the epoch of that kind that the window is in, whichever way led here.
const clang::CallExpr *openerOf(const Step &step, unsigned window,
                                const clang::CallExpr *Epochs::*kind);

/// The function's only call of that kind on the window, or null.
const clang::CallExpr *onlyCall(const Step &step, unsigned window, EventKind kind);

/// The header of the innermost loop around the block, when each rank of the communicator in turn,
/// or each but the own one, is the rank that a call there is about; or null.
const clang::CFGBlock *loopOverAll(const Step &step, const clang::CFGBlock *block,
                                   const clang::Expr *rank, const std::string &comm,
                                   bool &isForOthers);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_FENCEPEERS_H
