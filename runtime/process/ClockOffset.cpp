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
  // Clocks that cannot be told apart are one clock.
  if (static_cast<uint64_t>(best.offset < 0 ? -best.offset : best.offset) <= best.deviation)
    best.offset = 0;
  return best;
}

/// On rank 0, whose clock is the reference.
DefClockPayload measureOthers(MPI_Comm world) {
  for (int rank = 1; rank < process.size; ++rank) {
    int other = 0;
    PMPI_Recv(&other, 1, MPI_INT, rank, 0, world, MPI_STATUS_IGNORE);
    if (!other)
      continue;
    const DefClockPayload theirs = measure(rank, world);
    PMPI_Send(&theirs, sizeof(theirs), MPI_BYTE, rank, 0, world);
  }
  return {};
}

DefClockPayload beMeasured(int other, MPI_Comm world) {
  DefClockPayload measured = {};
  PMPI_Send(&other, 1, MPI_INT, 0, 0, world);
  if (!other)
    return measured;
  for (int i = 0; i < kRounds; ++i) {
    PMPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, world, MPI_STATUS_IGNORE);
    const uint64_t mine = now();
    PMPI_Send(&mine, 1, MPI_UINT64_T, 0, 0, world);
  }
  PMPI_Recv(&measured, sizeof(measured), MPI_BYTE, 0, 0, world, MPI_STATUS_IGNORE);
  return measured;
}

} // namespace

void recordClockOffset(Journal &journal, MPI_Comm world) {
  // What is measured is never better than the time that messages take, which may be long on a busy
  // machine: ranks that read one clock need no measuring.
  const uint64_t own = clockIdentity();
  uint64_t reference = own;
  PMPI_Bcast(&reference, 1, MPI_UINT64_T, 0, world);
  const int other = own == 0 || own != reference;
  int others = other;
  PMPI_Allreduce(MPI_IN_PLACE, &others, 1, MPI_INT, MPI_SUM, world);
  DefClockPayload mine = {};
  if (others != 0)
    mine = process.rank == 0 ? measureOthers(world) : beMeasured(other, world);
  journal.append(RecordType::DefClock, 0, now(), mine);
}

} // namespace fencepost::runtime
