// Lock and unlock around each operation, where no lock keeps accesses apart, are told; what is advised instead gives the same
// sum and is quiet. Not told where locks are for mutual exclusion, of recorded accesses or of something else, few, or with
// fences between them.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = SHARED
// DEFINE: %{findings} = \
// DEFINE:   rm -rf %t/trace && %mpicc -D%{mode} %s -o %t/prog && \
// DEFINE:   env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 3 %t/prog && \
// DEFINE:   %analyze -n 2 -o %t/db %t/trace && \
// DEFINE:   %query %t/db "SELECT message, why, advice FROM finding WHERE finding = 'rma-lock-in-loop' OR level <> 'note'" "SELECT 'end'" | %FileCheck %s
//
// RUN: %{findings} --check-prefixes=TOLD,SHARED
// REDEFINE: %{mode} = NEIGHBOUR
// RUN: %{findings} --check-prefixes=TOLD,NEIGHBOUR
// REDEFINE: %{mode} = ATOMIC
// RUN: %{findings} --check-prefixes=TOLD,ATOMIC
// TOLD: up to 20 times a rank opens an epoch by MPI_Win_lock at line [[#%u,LOCK:]] and ends it by MPI_Win_unlock at line [[#%u,UNLOCK:]], for 60 operations in 60 epochs: it takes {{.*}} of the run time of all ranks
// SHARED-SAME: |all locks of the window are shared, or keep no recorded accesses apart, in this run|
// NEIGHBOUR-SAME: |the exclusive locks of the window keep no recorded accesses apart: no two ranks lock the same target, in this run|
// ATOMIC-SAME: |the exclusive locks of the window keep no recorded accesses apart: only atomics with MPI_SUM, one in an epoch, meet, in this run|
// SHARED-SAME: if that is so in every run, call
// NEIGHBOUR-SAME: if that is so in every run, and the lock keeps nothing else apart, such as a file or memory of no window, call
// ATOMIC-SAME: if that is so in every run, and the lock keeps nothing else apart, such as a file or memory of no window, call
// TOLD-SAME: MPI_Win_lock_all of the window once before, MPI_Win_flush of the target instead of MPI_Win_unlock at line [[#UNLOCK]], and MPI_Win_unlock_all at the end{{$}}
//
// REDEFINE: %{mode} = UNLOCKS
// RUN: %{findings} --check-prefix=UNLOCKS
// UNLOCKS: and ends it by MPI_Win_unlock at line {{[0-9]+}} or MPI_Win_unlock at line {{[0-9]+}}, for 60 {{.*}} instead of MPI_Win_unlock at line {{[0-9]+}} or MPI_Win_unlock at line {{[0-9]+}}, and
//
// MPI_Win_lock_all around each operation, but not where somebody locks exclusively, or with fences between them.
// REDEFINE: %{mode} = ALL
// RUN: %{findings} --check-prefix=ALL
// ALL: up to 20 times a rank opens an epoch by MPI_Win_lock_all at line [[#%u,LOCK:]] and ends it by MPI_Win_unlock_all at line [[#%u,UNLOCK:]], for 60 operations in 60 epochs: it takes {{.*}}|all locks of the window are shared, {{.*}}|if that is so in every run, call MPI_Win_lock_all of the window once before, MPI_Win_flush of the targets instead of MPI_Win_unlock_all at line
// ALL-SAME: [[#UNLOCK]], and MPI_Win_unlock_all at the end; and MPI_Win_sync where a rank loads or stores in its own memory of the window in the meantime{{$}}
// REDEFINE: %{mode} = ALL -DFENCED
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = ALL -DEXCLUSIVE
// RUN: %{findings} --check-prefix=QUIET
//
// REDEFINE: %{mode} = ADVISED
// RUN: %{findings} --check-prefix=QUIET
// QUIET-NOT: MPI_Win
// QUIET: end
// REDEFINE: %{mode} = MUTEX
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = WRITERS
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = FEW
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = FENCED
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = PHASES
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = PAIRS
// RUN: %{findings} --check-prefix=QUIET
// REDEFINE: %{mode} = OTHER
// RUN: %{findings} --check-prefix=QUIET
// A lock of one window that keeps apart what is done on another one.
// REDEFINE: %{mode} = OTHER_WINDOW
// RUN: %{findings} --check-prefix=QUIET

#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#ifdef FEW
enum { kTimes = 5 };
#elif defined PHASES
enum { kTimes = 60 };
#else
enum { kTimes = 20 };
#endif

static int memory[8], rank, size, one = 1;
#ifdef OTHER_WINDOW
static int number[8];
static MPI_Win data;
#endif

static void count(int i, MPI_Win win) {
  int next = (rank + 1) % size, read, pair[2] = {1, -1}, seen[2];
  (void)i, (void)next, (void)read, (void)pair, (void)seen;
#if defined ALL
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock_all(win);
#ifdef EXCLUSIVE
  if (rank == 1 && i == 3) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
  }
#endif
#elif defined OTHER_WINDOW
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Fetch_and_op(&one, &seen[0], MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Accumulate(pair, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, data); // both or none
  MPI_Win_flush(0, data);
  MPI_Win_unlock(0, win);
#elif defined SHARED || defined FEW || defined FENCED || defined PHASES
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(0, win);
#elif defined NEIGHBOUR
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
  MPI_Put(&one, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_unlock(next, win);
#elif defined ATOMIC
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(0, win);
#elif defined ADVISED
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
#elif defined MUTEX // what is read is written back before anybody else reads
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(&read, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  ++read;
  MPI_Put(&read, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
#elif defined UNLOCKS
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  if (i % 2)
    MPI_Win_unlock(0, win);
  else
    MPI_Win_unlock(0, win);
#elif defined PAIRS // atomic element by element only: their sum would not always be 0
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (rank)
    MPI_Accumulate(pair, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);
  else
    MPI_Get_accumulate(pair, 2, MPI_INT, seen, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_NO_OP, win);
  MPI_Win_unlock(0, win);
#elif defined OTHER // something that is not recorded is done by one rank at a time
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Fetch_and_op(&one, &read, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_flush(0, win);
  usleep(100);
  MPI_Win_unlock(0, win);
#elif defined WRITERS
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
#endif
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#ifdef ADVISED
  MPI_Win_lock_all(0, win);
#endif
#ifdef OTHER_WINDOW
  MPI_Win_create(number, sizeof number, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &data);
  MPI_Win_lock_all(0, data);
#endif
  for (int i = 0; i < kTimes; ++i) {
#ifdef NEIGHBOUR
    MPI_Barrier(MPI_COMM_WORLD); // so that rank 2 comes to rank 0 while that sleeps
#endif
#ifdef PHASES // each rank locks between two fences of its own
    if (i % 5 == 0)
      MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
    if (rank != i / 5 % size)
      continue;
#endif
    if (rank == 0)
      usleep(5000); // so that the others wait for the lock or the operation
#ifdef FENCED
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
#endif
    count(i, win);
  }
#ifdef ADVISED
  MPI_Win_unlock_all(win);
#endif
#ifdef OTHER_WINDOW
  MPI_Win_unlock_all(data);
  MPI_Win_free(&data);
#endif
  MPI_Win_free(&win);
#if defined SHARED || defined ATOMIC || defined ADVISED || defined MUTEX || defined ALL
  if (rank == 0 && memory[0] != kTimes * size)
    MPI_Abort(MPI_COMM_WORLD, 1);
#endif
  MPI_Finalize();
  return 0;
}
