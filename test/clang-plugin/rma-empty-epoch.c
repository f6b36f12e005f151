// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -fplugin-arg-fencepost-rma-empty-epoch=warning -Xclang -verify %s
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Werror %s
// What rma-empty-epoch reports, and below what it must not.
#include <mpi.h>
#include <stdio.h>

static int value;

static void fences(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  int count = 0;
  for (int i = 0; i < 4; ++i)
    count += i;
  MPI_Win_fence(0, win); // expected-warning-re {{nothing is done since the fence of window 'win' at line {{[0-9]+}} that this one could complete or order [rma-empty-epoch]}}
  MPI_Put(&value, 1, MPI_INT, count, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}
static void locks(int rank0) {
  int rank;
  int *memory;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank + 1, 0, win); // expected-warning {{nothing is done under this lock of window 'win' [rma-empty-epoch]}}
  MPI_Win_unlock(rank + 1, win);                   // expected-note {{it is released here}}
  if (rank != 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win); // expected-warning {{nothing is done under this lock of window 'win' [rma-empty-epoch]}}
    MPI_Win_unlock(0, win);                                  // expected-note {{it is released here}}
  }
  MPI_Win_free(&win);
}

// ---- quiet
// Stores, loads and output are ordered by the second fence.
static void ordering(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  memory[1] = 2;
  MPI_Win_fence(0, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  value = memory[0];
  MPI_Win_fence(0, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  puts("half way");
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void used(int *memory, int rank) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void operate(MPI_Win win) { MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); }
static void helped(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  operate(win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// The first ends, the second begins; the first is no barrier.
static void assertions(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Win_fence(0, win);
  operate(win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  operate(win);
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win); // no epoch is open where the locks come
  MPI_Win_lock_all(0, win);
  operate(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
// The others come to fences between which something is done.
static void counterparts(int *memory, int rank) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_fence(0, win);
    operate(win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
}
static void counts(int *memory, int rank, int n) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < n + rank; ++i)
    MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < n - rank; ++i) {
    operate(win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
}
void fromElsewhere(MPI_Win win) {
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
}
// Of its own memory a lock makes visible what came there; who holds an exclusive lock waits for
// others.
static void meaningful(int target, int *shared) {
  int rank, size, *memory;
  MPI_Win win, own;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Win_unlock(target, win);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
  MPI_Win_unlock((rank + 1) % size, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_unlock(0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank + 1, 0, win);
  MPI_Win_unlock(rank + 1, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank + 1, 0, win);
  value = shared[0];
  MPI_Win_unlock(rank + 1, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank + 1, 0, win);
  puts("locked");
  MPI_Win_unlock(rank + 1, win);
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &own);
  MPI_Win_lock(MPI_LOCK_SHARED, rank + 1, 0, own);
  MPI_Win_unlock(rank + 1, own);
  MPI_Win_free(&own);
}
// Post and wait are the other half of start and complete.
static void notified(int *memory, MPI_Group group) {
  MPI_Win win;
  MPI_Win_create(memory, 64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_post(group, 0, win);
  MPI_Win_start(group, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank, memory[16];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fences(memory);
  locks(rank);
  ordering(memory);
  used(memory, rank);
  helped(memory);
  assertions(memory);
  counterparts(memory, rank);
  counts(memory, rank, argc);
  meaningful(argc, memory);
  notified(memory, MPI_GROUP_NULL);
  MPI_Finalize();
  return 0;
}
