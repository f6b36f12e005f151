//===- races.cpp - the search for races, timed ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a trace of one shape with about so many access ranges in memory, and
// searches it. Prints: ranges, seconds of the processor, bytes of memory it took, races found.
// Run by benchmarks/races.
//
//===----------------------------------------------------------------------===//

#include "Synthetic.h"

#include "analyzer/races/Races.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <random>

namespace {

using namespace fencepost::analyzer;

/// A ring that exchanges edges with fences; the rows between are computed meanwhile.
Synthetic stencil(uint64_t ranges) {
  constexpr uint32_t kRanks = 16, kRows = 12;
  constexpr uint64_t kRow = 1024, kEdge = 1 << 20;
  Synthetic made(kRanks, 1, 2 << 20);
  while (made.ranges() < ranges) {
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      for (uint32_t row = 0; row < kRows; ++row)
        made.access(rank, row % 2, row * kRow, kRow, 1 + row % 2, row == 0);
      made.call(rank, "MPI_Win_fence");
      made.operation(rank, "MPI_Put", (rank + 1) % kRanks, 0, kEdge, kRow);
      made.operation(rank, "MPI_Put", (rank + kRanks - 1) % kRanks, kRow, kEdge + kRow, kRow);
    }
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      made.call(rank, "MPI_Win_fence");
      made.access(rank, false, kEdge, 2 * kRow, 3, true);
    }
  }
  return made;
}

/// Each rank writes to its places all over the others, then all read anywhere.
Synthetic irregular(uint64_t ranges) {
  constexpr uint32_t kRanks = 16, kOperations = 32;
  constexpr uint64_t kPlaces = 1 << 14, kBuffer = uint64_t(1) << 30;
  Synthetic made(kRanks, 1, kPlaces * kRanks * 8);
  std::mt19937 random(1);
  for (uint32_t rank = 0; rank < kRanks; ++rank)
    made.call(rank, "MPI_Win_lock_all");
  for (bool reads = false; made.ranges() < ranges; reads = !reads)
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      for (uint32_t i = 0; i < kOperations; ++i) {
        uint64_t place = (random() % (kPlaces / kOperations) * kOperations + i) * kRanks +
                         (reads ? random() % kRanks : rank);
        made.operation(rank, reads ? "MPI_Get" : "MPI_Put", random() % kRanks, kBuffer + i * 8,
                       place * 8, 8);
      }
      made.call(rank, "MPI_Win_flush_all");
      made.call(rank, "MPI_Barrier");
    }
  return made;
}

/// Many ranks count in the memory of one, and nobody ever waits for all.
Synthetic hot(uint64_t ranges) {
  constexpr uint32_t kRanks = 64, kCounters = 16;
  Synthetic made(kRanks, 1, 8 * kCounters);
  std::mt19937 random(1);
  for (uint32_t rank = 0; rank < kRanks; ++rank)
    made.call(rank, "MPI_Win_lock_all");
  while (made.ranges() < ranges)
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      made.operation(rank, "MPI_Accumulate", 0, uint64_t(1) << 30, random() % kCounters * 8, 8);
      made.call(rank, "MPI_Win_flush").peer = 0;
    }
  return made;
}

/// The same with exclusive locks and no atomics.
Synthetic locked(uint64_t ranges) {
  constexpr uint32_t kRanks = 64, kCounters = 16;
  Synthetic made(kRanks, 1, 8 * kCounters);
  std::mt19937 random(1);
  while (made.ranges() < ranges)
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      auto &lock = made.call(rank, "MPI_Win_lock");
      lock.peer = 0;
      lock.flags |= kExclusive;
      uint64_t at = random() % kCounters * 8;
      made.operation(rank, "MPI_Get", 0, uint64_t(1) << 30, at, 8);
      made.call(rank, "MPI_Win_flush").peer = 0;
      made.operation(rank, "MPI_Put", 0, uint64_t(1) << 30, at, 8);
      made.call(rank, "MPI_Win_unlock").peer = 0;
    }
  return made;
}

/// Threads that share the work on a window's memory, with a barrier of threads, then of ranks, a
/// round.
Synthetic threads(uint64_t ranges) {
  constexpr uint32_t kRanks = 4, kThreads = 8, kRows = 8;
  constexpr uint64_t kRow = 256, kShare = kRow * kRows, kBuffer = uint64_t(1) << 30;
  Synthetic made(kRanks, kThreads, kShare * kThreads + kRow * kThreads);
  auto barrier = [&](uint32_t rank, uint64_t object) {
    for (uint32_t thread = 0; thread < kThreads; ++thread)
      made.threadStep(rank, thread, ThreadStep::Release, object);
    for (uint32_t thread = 0; thread < kThreads; ++thread)
      made.threadStep(rank, thread, ThreadStep::Acquire, object);
  };
  for (uint32_t rank = 0; rank < kRanks; ++rank)
    made.call(rank, "MPI_Win_lock_all");
  for (uint64_t round = 0; made.ranges() < ranges; ++round) {
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      barrier(rank, 3 * round + 1);
      for (uint32_t thread = 0; thread < kThreads; ++thread) {
        for (uint32_t row = 0; row < kRows; ++row)
          made.access(rank, row % 2, thread * kShare + row * kRow, kRow, 1 + row % 2, row == 0,
                      thread);
        made.operation(rank, "MPI_Put", (rank + 1) % kRanks, kBuffer + thread * kRow,
                       kShare * kThreads + thread * kRow, kRow, thread);
      }
      barrier(rank, 3 * round + 2);
      made.call(rank, "MPI_Win_flush_all");
      made.call(rank, "MPI_Barrier");
    }
  }
  return made;
}

constexpr std::pair<const char *, Synthetic (*)(uint64_t)> kShapes[] = {{"stencil", stencil},
                                                                        {"irregular", irregular},
                                                                        {"hot", hot},
                                                                        {"locked", locked},
                                                                        {"threads", threads}};

/// Bytes, of a line of /proc/self/status.
uint64_t memory(const std::string &key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == key + ":") {
      uint64_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes * 1024;
    }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::string wanted = argc > 1 ? argv[1] : "";
  for (auto [name, make] : kShapes) {
    if (wanted != name)
      continue;
    Synthetic made = make(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10000);
    auto participations = findParticipations(made.trace);
    Results results;
    Analysis analysis{MPI_COMM_SELF, 0, 1, made.trace, participations, results, 0};
    uint64_t before = memory("VmRSS");
    std::clock_t start = std::clock();
    findRaces(analysis);
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%llu %.6f %llu %zu\n", static_cast<unsigned long long>(made.ranges()), seconds,
                static_cast<unsigned long long>(memory("VmHWM") - before), results.findings.size());
  }
  MPI_Finalize();
  return 0;
}
