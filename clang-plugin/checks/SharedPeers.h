//===- checks/SharedPeers.h - what meets in memory that processes share ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the memory of a shared window (MPI_Win_allocate_shared) processes load and
// store what is another one's: by the pointer that they have asked for with
// MPI_Win_shared_query. Which bytes of whose memory each of them accesses is
// worked out where there are two, three and four of them.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_SHAREDPEERS_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_SHAREDPEERS_H

#include "checks/Reach.h"
#include "checks/Segments.h"
#include "checks/TargetRanges.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CFGBlock;
class CallExpr;
} // namespace clang

namespace fencepost::plugin {

struct Access;
struct Address;
struct AskedMemory;
struct Step;

struct SharedAccess {
  unsigned window;              // index in FunctionInfo::windows
  const clang::CallExpr *begin; // of what no call orders: a fence, or another collective
  Held held;
  const Access *access;
  const clang::CFGBlock *place;
  Reach reach;
  /// By the number of processes and the rank: bytes of each memory that it reaches.
  std::array<std::array<std::vector<ByteRange>, Reach::kMost>, Reach::kMost - Reach::kFewest + 1>
      ranges = {};

  bool isFence() const;
};

class SharedPeers {
public:
  /// Takes the step in, when it is a load or store of such memory.
  void enter(const Step &step);

  /// The pairs of what entered last with what entered before it, or with itself, that two
  /// processes do to a common byte, one of them a store, without order.
  const std::vector<std::pair<SharedAccess, SharedAccess>> &meetings() const { return pairs; }

private:
  std::vector<SharedAccess> accesses;
  std::vector<std::pair<SharedAccess, SharedAccess>> pairs;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_SHAREDPEERS_H
