//===- ClockOffset.cpp - how this rank's clock differs from rank 0's ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/ClockOffset.h"

#include "runtime/process/Clock.h"
#include "runtime/process/Process.h"

namespace fencepost::runtime {

namespace {

constexpr int kRounds = 12;

/// On rank 0: asks a rank for its time, and believes the fastest answer.
DefClockPayload measure(int rank, MPI_Comm world) {
  DefClockPayload best = {0, UINT64_MAX};
  for (int i = 0; i < kRounds; ++i) {
    uint64_t theirs = 0;
    const uint64_t asked = now();
    PMPI_Send(nullptr, 0, MPI_BYTE, rank, 0, world);
    PMPI_Recv(&theirs, 1, MPI_UINT64_T, rank, 0, world, MPI_STATUS_IGNORE);
    const uint64_t answered = now();
    const uint64_t half = (answered - asked) / 2;
    if (half < best.deviation)
      best = {static_cast<int64_t>(asked + half - theirs), half};
  }
  // Clocks that cannot be told apart are one clock: ranks of one host.
  if (static_cast<uint64_t>(best.offset < 0 ? -best.offset : best.offset) <= best.deviation)
    best.offset = 0;
  return best;
}

DefClockPayload answer(MPI_Comm world) {
  for (int i = 0; i < kRounds; ++i) {
    PMPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, world, MPI_STATUS_IGNORE);
    const uint64_t mine = now();
    PMPI_Send(&mine, 1, MPI_UINT64_T, 0, 0, world);
  }
  DefClockPayload measured = {};
  PMPI_Recv(&measured, sizeof(measured), MPI_BYTE, 0, 0, world, MPI_STATUS_IGNORE);
  return measured;
}

} // namespace

void recordClockOffset(Journal &journal, MPI_Comm world) {
  DefClockPayload mine = {};
  if (process.rank != 0)
    mine = answer(world);
  else
    for (int rank = 1; rank < process.size; ++rank) {
      const DefClockPayload theirs = measure(rank, world);
      PMPI_Send(&theirs, sizeof(theirs), MPI_BYTE, rank, 0, world);
    }
  journal.append(RecordType::DefClock, 0, now(), mine);
}

} // namespace fencepost::runtime
