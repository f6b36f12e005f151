//===- Iterations.cpp - the metrics of each iteration -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Iterations.h"

#include "analyzer/detectors/CallTimes.h"
#include "analyzer/detectors/Operations.h"
#include "analyzer/match/Exchange.h"

namespace fencepost::analyzer {

namespace {

struct TaggedCell {
  uint64_t iteration;
  uint32_t rank;
  Cell cell;
};

/// Bytes of iterations that process 0 takes at a time.
constexpr std::size_t kBlock = std::size_t(1) << 23;

} // namespace

RankIterations &Iterations::ofRank(uint32_t rank) {
  auto found = ranks.find(rank);
  if (found == ranks.end())
    found = ranks.try_emplace(rank, loop.iterations(), loop.lives[rank]).first;
  return found->second;
}

void Iterations::addCalls(const Analysis &phase, const LocationTrace &location) {
  RankIterations &rank = ofRank(location.rank);
  auto in = [](MetricValues &values, Metric metric) -> uint64_t & {
    return values[static_cast<std::size_t>(metric)];
  };
  CallTimes(phase.definitions()).forEachCall(location, [&](const Event &call, Metric metric) {
    MetricValues *values = rank.at(call.enter);
    if (!values)
      return;
    in(*values, Metric::MpiTime) += call.leave - call.enter;
    if (metric != Metric::MpiTime)
      in(*values, metric) += call.leave - call.enter;
  });
  for (const Event &event : location.events) {
    MetricValues *values = isCountedOperation(event) ? rank.at(event.enter) : nullptr;
    if (!values)
      continue;
    Operations counted;
    countOperation(event, counted);
    in(*values, Metric::Puts) += counted.puts;
    in(*values, Metric::Gets) += counted.gets;
    in(*values, Metric::Atomics) += counted.atomics;
    in(*values, Metric::BytesPut) += counted.bytesPut;
    in(*values, Metric::BytesGet) += counted.bytesGet;
  }
}

/// What the others found, wherever they did.
void Iterations::addTimed(const Analysis &phase) {
  std::vector<std::vector<TimedValue>> outgoing(phase.processes);
  for (const TimedValue &value : *phase.results.timed)
    if (value.rank != kNone)
      outgoing[ownerOfRank(value.rank, phase.processes)].push_back(value);
  phase.results.timed->clear();
  for (const std::vector<TimedValue> &from : allToAll(phase.comm, std::move(outgoing)))
    for (const TimedValue &value : from)
      if (value.metric == Metric::CriticalPath)
        ofRank(value.rank).spread(value.time, value.metric, value.value);
      else
        ofRank(value.rank).add(value.time, value.metric, value.value);
}

/// How many iterations nothing more will be found of. The critical path of the next phase begins
/// within the synchronization that ends this one, which may end an iteration: that is kept. Where a
/// phase ends is not to be seen in the results.
uint64_t Iterations::isOver(const Analysis &phase) const {
  uint64_t over = loop.iterations();
  for (const auto &[rank, iterations] : ranks)
    over = std::min(over, iterations.over());
  MPI_Allreduce(MPI_IN_PLACE, &over, 1, MPI_UINT64_T, MPI_MIN, phase.comm);
  return phase.isLast || over == 0 ? over : over - 1;
}

void Iterations::tell(const Analysis &phase, uint64_t from, uint64_t until) {
  std::vector<TaggedCell> mine;
  for (auto &[rank, iterations] : ranks)
    for (uint64_t iteration = from; iteration < until; ++iteration)
      mine.push_back({iteration, rank, iterations.take()});
  uint32_t count = phase.definitions().ranks();
  std::vector<Cell> cells(phase.process == 0 ? (until - from) * count : 0);
  for (const std::vector<TaggedCell> &of : gather(phase.comm, mine))
    for (const TaggedCell &tagged : of)
      cells[(tagged.iteration - from) * count + tagged.rank] = tagged.cell;
  for (std::span<const Cell> rest(cells); !rest.empty(); rest = rest.subspan(count))
    overTime->add(rest.first(count));
}

void Iterations::look(const Analysis &phase) {
  for (const LocationTrace &location : phase.trace.locations) {
    if (loop.threads.at(location.rank) != location.thread)
      continue;
    RankIterations &rank = ofRank(location.rank);
    forEachEntry(phase.definitions(), location, [&](const Entry &entry) {
      if (loop.contexts.contains(entry.context))
        rank.enter(entry.begin);
    });
  }
  for (const LocationTrace &location : phase.trace.locations)
    addCalls(phase, location);
  addTimed(phase);
  uint64_t over = std::max(told, isOver(phase));
  uint64_t block = std::max<uint64_t>(1, kBlock / (phase.definitions().ranks() * sizeof(Cell)));
  while (told < over) {
    uint64_t until = std::min(over, told + block);
    tell(phase, told, until);
    told = until;
  }
}

} // namespace fencepost::analyzer
