//===- Sequence.h - the calls of a program, as they are drawn -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls are appended in an order in which they could be made one after the
// other. Which thread of a rank makes one is drawn here, and where the program
// has to order two threads to be a legal one, that is appended too.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_SEQUENCE_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_SEQUENCE_H

#include "Program.h"

#include <map>
#include <random>

namespace racemodel {

class Sequence {
public:
  explicit Sequence(unsigned seed) : random(seed) { program.seed = seed; }

  uint32_t below(uint32_t end) { return static_cast<uint32_t>(random() % end); }
  bool oneIn(uint32_t n) { return below(n) == 0; }
  template <typename T> const T &oneOf(const std::vector<T> &values) {
    return values[below(static_cast<uint32_t>(values.size()))];
  }
  uint32_t newUnit() { return ++units; }

  /// Appends a call, made by any thread of its rank, after the calls of that rank in `after`.
  /// Returns its index.
  std::size_t add(Call call, std::vector<std::size_t> after = {});
  /// The same, by the thread that the call names.
  std::size_t addTo(Call call, std::vector<std::size_t> after = {});
  /// Of the threads of a rank that have made any.
  std::vector<std::size_t> lastCalls(uint32_t rank) const;

  Program program;
  std::mt19937 random;

private:
  using Thread = std::pair<uint32_t, uint32_t>; // rank, thread
  bool knows(const Thread &thread, std::size_t call) const;
  std::size_t append(Call call);

  uint32_t units = 0, objects = 0;
  std::map<uint32_t, std::size_t> firstOf; // call of each rank
  std::map<Thread, std::size_t> last;
  /// What a thread knows of the others of its rank: one more than the last call of theirs.
  std::map<Thread, std::map<uint32_t, std::size_t>> known;
};

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_SEQUENCE_H
