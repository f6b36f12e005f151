//===- Candidates.h - which call path is a main loop's ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_CANDIDATES_H
#define FENCEPOST_ANALYZER_ITERATIONS_CANDIDATES_H

#include <cstdint>
#include <span>

namespace fencepost::analyzer {

/// A call path that all ranks enter equally often.
struct Candidate {
  uint32_t context;
  uint64_t entries; // of each rank
  uint64_t covered; // ticks from the first to the last entry, added up over the ranks
  uint64_t longest; // ticks between two entries at most, likewise
  uint64_t first;   // tick of the first entry of any rank
  bool ofAll;       // always a synchronization of all ranks
};

inline constexpr uint64_t kLeastEntries = 3;

/// The one that the iterations of the main loop are counted by; null where none is entered
/// kLeastEntries times. With one interval more it covers nearly as much time as any (90 %); no
/// interval takes more than half of its time (of two three quarters), if there are such, for what
/// is called before and after a loop counts nothing; it is entered least often of these, or nearly
/// so (110 %), for a loop has loops within it; it is a synchronization of all ranks rather than
/// something else, as that divides the time of all ranks at once; and it comes first.
const Candidate *chooseLoop(std::span<const Candidate> candidates);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_CANDIDATES_H
