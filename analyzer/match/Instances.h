//===- Instances.h - which records are of the same instance ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear in the number of records: they are counted into runs, the instances of
// one object and pair that follow one another, and within a run into its
// instances. There are far fewer runs than instances, so that their table stays
// in the cache, and the records of a run lie side by side.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_MATCH_INSTANCES_H
#define FENCEPOST_ANALYZER_MATCH_INSTANCES_H

#include "analyzer/match/Key.h"

#include <array>
#include <span>

namespace fencepost::analyzer {

/// Sequence numbers in a run.
inline constexpr uint32_t kRun = 64;

/// The key of the run that an instance is in.
inline Key runOf(Key key) {
  key.sequence /= kRun;
  return key;
}

/// Numbers runs in the order of their first records.
class Runs {
public:
  struct Run {
    Key key;
    uint32_t records = 0;
  };

  uint32_t number(const Key &run);
  const std::vector<Run> &all() const { return runs; }
  void count(uint32_t run) { ++runs[run].records; }

private:
  void grow();

  std::vector<Run> runs;
  std::vector<uint32_t> table; // number + 1 at the key's hash; 0: free
};

/// Calls visit(std::span<const uint32_t>) for each instance with the indices of its records, in
/// ascending order. keyOf(index) is the key of a record.
template <typename KeyOf, typename Visit>
void forEachInstance(std::size_t records, KeyOf keyOf, Visit visit) {
  Runs runs;
  std::vector<uint32_t> runOfRecord(records);
  for (uint32_t i = 0; i < records; ++i)
    runs.count(runOfRecord[i] = runs.number(runOf(keyOf(i))));
  std::vector<uint32_t> next{0};
  for (const Runs::Run &run : runs.all())
    next.push_back(next.back() + run.records);
  std::vector<uint32_t> byRun(records), run;
  for (uint32_t i = 0; i < records; ++i)
    byRun[next[runOfRecord[i]]++] = i;

  for (std::size_t begin = 0, r = 0; r < runs.all().size(); ++r) {
    std::span<const uint32_t> all(byRun.data() + begin, runs.all()[r].records);
    begin += all.size();
    std::array<uint32_t, kRun + 1> ends{}; // of the instances, when they are filled
    for (uint32_t i : all)
      ++ends[keyOf(i).sequence % kRun + 1];
    for (uint32_t i = 1; i <= kRun; ++i)
      ends[i] += ends[i - 1];
    run.resize(all.size());
    for (uint32_t i : all)
      run[ends[keyOf(i).sequence % kRun]++] = i;
    for (uint32_t i = 0, first = 0; i < kRun; first = ends[i++])
      if (ends[i] > first)
        visit(std::span<const uint32_t>(run.data() + first, ends[i] - first));
  }
}

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_MATCH_INSTANCES_H
