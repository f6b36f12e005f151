//===- Edges.h - what orders the calls of a program -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 3, one edge at a time. Each call is two nodes, its enter and its
// leave.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_EDGES_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_EDGES_H

#include "Program.h"

#include <map>
#include <utility>

namespace racemodel {

using Node = uint32_t;
constexpr Node enterOf(std::size_t call) { return static_cast<Node>(2 * call); }
constexpr Node leaveOf(std::size_t call) { return static_cast<Node>(2 * call + 1); }

using Edges = std::vector<std::pair<Node, Node>>;

/// All edges. Before the program was run (`ran` false) those that depend on the run are left out.
Edges edgesOf(const Program &program, bool ran);

/// What one node knows of others: a path of edges leads there.
class Order {
public:
  explicit Order(const Program &program);
  /// Whether `from` is `to` or comes before it.
  bool before(Node from, Node to) const { return reaches[from][to]; }

private:
  std::vector<std::vector<bool>> reaches;
};

/// Whether the threads of each rank are ordered as MPI wants them to be: epochs are opened before
/// and closed after what is done in them, collectives and messages have an order.
bool legal(const Program &program);

/// The epoch that an operation belongs to; calls by index, kNone: no such epoch.
struct Epoch {
  uint32_t lock = kNone; // lock or lock_all
  uint32_t start = kNone;
  uint32_t fence = kNone; // that opened it
};
Epoch epochOf(const Program &program, std::size_t operation);

/// The n-th post of a window by `target` that names `origin`, for the n-th start of that pair.
uint32_t matchingPost(const Program &program, std::size_t start, uint32_t target);
/// The call of that kind by that rank on the window that ends what `opening` opened.
uint32_t closing(const Program &program, std::size_t opening, std::initializer_list<What> kinds);
/// The fence of `rank` that is the same one as `fence`.
uint32_t sameFence(const Program &program, std::size_t fence, uint32_t rank);
/// The call that completes the request of a non-blocking call; kNone: none does.
uint32_t completionOf(const Program &program, std::size_t call);

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_EDGES_H
