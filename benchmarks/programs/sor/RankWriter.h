//===- RankWriter.h - the records of one rank  ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_SOR_RANKWRITER_H
#define FENCEPOST_BENCHMARKS_SOR_RANKWRITER_H

#include "Calls.h"
#include "Schedule.h"

#include <array>

namespace sor {

inline constexpr uint64_t kPutBytes = 8192;

/// Nanoseconds in each call, summed over the ranks.
using CallTimes = std::array<uint64_t, static_cast<std::size_t>(Call::Count)>;

class RankWriter {
public:
  RankWriter(OTF2_EvtWriter *writer, const Mesh &mesh, uint32_t rank, CallTimes &times)
      : to(writer), mesh(mesh), rank(rank), times(times), attributes(OTF2_AttributeList_New()) {}
  RankWriter(const RankWriter &) = delete;
  RankWriter &operator=(const RankWriter &) = delete;
  ~RankWriter() { OTF2_AttributeList_Delete(attributes); }

  /// MPI_Init and the creation of the window; the end of both.
  void begin(Time time);
  void finish(Time time);
  void halfSweep(Variant variant, const HalfSweep &half);
  void collective(Call call, const Span &span, OTF2_CollectiveOp op, uint64_t bytes);

private:
  void enter(Call call, Time time);
  void leave(Call call, Time time);
  void onWindow(Call call, const Span &span, OTF2_CollectiveOp op);
  void groupSync(Call call, const Span &span, uint32_t level, bool completes);
  void lockEpoch(uint32_t target, const Span &lock);
  Time put(uint32_t target, Time after);
  void complete(Time time);

  OTF2_EvtWriter *to;
  const Mesh &mesh;
  uint32_t rank;
  CallTimes &times;
  OTF2_AttributeList *attributes;
  Time entered = 0;
  uint64_t operations = 0, completed = 0;
};

} // namespace sor

#endif // FENCEPOST_BENCHMARKS_SOR_RANKWRITER_H
