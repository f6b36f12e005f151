// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// What all processes do to one place of one process, or of each in turn.

#include <mpi.h>

static int rank, size;

static void allPutToOne(MPI_Win win, int value) {
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing}}
  MPI_Win_fence(0, win);
}

static void allPutToAll(int *memory, int value) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  for (int p = 0; p < size; p++)
    MPI_Put(&value, 1, MPI_INT, p, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target 'p' what another process's MPI_Put may be writing}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void allPutToOthers(int *memory, int value) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  for (int p = 0; p < size; p++) {
    if (p == rank)
      continue;
    MPI_Put(&value, 1, MPI_INT, p, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target 'p' what another process's MPI_Put may be writing}}
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void storeAndGetFromOthers(int *memory, int *values) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  memory[0] = 1; // expected-warning {{'memory[0]' is written while another process's MPI_Get at line 45 may still be reading it}}
  for (int p = 0; p < size; p++)
    if (p != rank)
      MPI_Get(&values[p], 1, MPI_INT, p, 0, 1, MPI_INT, win); // expected-note {{until the end of the epoch}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void countWithSharedLock(long *memory) {
  long counter;
  MPI_Win win;
  MPI_Win_create(memory, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD); // expected-note {{nothing behind this call orders the two}}
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&counter, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
  MPI_Win_flush(0, win);
  counter++;
  MPI_Put(&counter, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); // expected-warning {{MPI_Put accesses at target '0' what another process's MPI_Get at line 56 may be reading}}
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

static void blocksThatOverlap(int *memory, const int *values) {
  MPI_Win win;
  MPI_Win_create(memory, 64 * size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const int target = 0, width = 3;
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(values, width + 1, MPI_INT, target, rank * width, width + 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target 'target' what another process's MPI_Put may be writing}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void variableTarget(MPI_Win win, int value) {
  int peer = 1, place = 2;
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, peer, place, 1, MPI_INT, win);
  if (rank == peer)
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target '1' what another process's MPI_Put at line 78 may be writing}}
  MPI_Win_fence(0, win);
}

static void otherNeighbourLocked(int *memory, int value) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win); // expected-note {{the lock that is held was taken here}}
  MPI_Put(&value, 1, MPI_INT, (rank - 1 + size) % size, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put to target '(rank - 1 + size) % size' of window 'win', which has only another target locked [rma-no-epoch]}}
  MPI_Win_unlock((rank + 1) % size, win);
  MPI_Win_free(&win);
}

static void nextLocked(int *memory, int value) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    int target = rank + 1;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); // expected-note {{the lock that is held was taken here}}
    MPI_Put(&value, 1, MPI_INT, target + 1, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put to target 'target + 1' of window 'win', which has only another target locked [rma-no-epoch]}}
    MPI_Win_unlock(target, win);
  }
  MPI_Win_free(&win);
}

// ---- quiet

static void lockedInOtherWords(int *memory, int value) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank < 2) {
    int target = rank + 1, partner = 1 - rank;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1 + rank, 1, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    MPI_Win_lock(MPI_LOCK_SHARED, partner, 0, win);
    MPI_Put(&value, 1, MPI_INT, rank == 0 ? 1 : 0, 2, 1, MPI_INT, win);
    MPI_Win_unlock(partner, win);
  }
  MPI_Win_free(&win);
}

static void neighbourLocked(int *memory, int value) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const int right = (rank + 1) % size;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1 + size) % size, 0, 1, MPI_INT, win);
  MPI_Win_unlock(right, win);
  MPI_Win_free(&win);
}

static void blocksBeside(int *memory, const int *values) {
  MPI_Win win;
  MPI_Win_create(memory, 64 * size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const int target = 0, width = 3;
  MPI_Win_fence(0, win);
  MPI_Put(values, width, MPI_INT, target, rank * width, width, MPI_INT, win);
  MPI_Put(values, width, MPI_INT, 1, width * rank + 1, width, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void countWithExclusiveLock(long *memory) {
  long counter;
  MPI_Win win;
  MPI_Win_create(memory, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(&counter, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
  MPI_Win_flush(0, win);
  counter++;
  MPI_Put(&counter, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

static void eachItsOwn(MPI_Win win, int value) {
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  for (int p = 0; p < size; p++)
    MPI_Accumulate(&value, 1, MPI_INT, p, size, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  for (int p = 0; p < size; p++)
    MPI_Put(&value, 1, MPI_INT, p, rank, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}

static void oneAlone(MPI_Win win, int value) {
  MPI_Win_fence(0, win);
  if (rank == 1)
    for (int p = 0; p < size; p++)
      MPI_Put(&value, 1, MPI_INT, p, 0, 1, MPI_INT, win);
  else
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing}}
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}

static void byTurns(MPI_Win win, int value) {
  for (int p = 0; p < size; p++) {
    MPI_Win_fence(0, win);
    if (p == rank)
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
}

static void neighbours(MPI_Win win, int value) {
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int step = 1; step < size; step++) {
    MPI_Put(&value, 1, MPI_INT, (rank + step) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
}

int main(int argc, char **argv) {
  int *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_allocate(1024, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  allPutToOne(win, 1);
  allPutToAll(memory + 16, 2);
  allPutToOthers(memory + 16, 2);
  storeAndGetFromOthers(memory + 32, memory + 64);
  countWithSharedLock((long *)memory + 32);
  countWithExclusiveLock((long *)memory + 32);
  eachItsOwn(win, 3);
  oneAlone(win, 3);
  byTurns(win, 3);
  neighbours(win, 3);
  otherNeighbourLocked(memory + 64, 3);
  nextLocked(memory + 64, 3);
  lockedInOtherWords(memory + 64, 3);
  neighbourLocked(memory + 64, 3);
  blocksThatOverlap(memory + 64, memory + 128);
  blocksBeside(memory + 64, memory + 128);
  variableTarget(win, 3);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
