// Three ranks hold the lock of one in turn, reading: with the lock shared they read at once; computing twice as long under it, all
// take twice as long (docs/what-if.md has times).
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exclusive && %mpicc -DKIND=MPI_LOCK_SHARED %s -o %t.shared
// RUN: for twin in exclusive shared; do env FENCEPOST_OPTIONS=trace=%t.trace.$twin timeout 60 %mpirun -n 4 %t.$twin || exit 1; done
// RUN: for n in 1 3; do for phase in 0 1; do \
// RUN:   %mpirun -n $n %fencepost-analyze --phase $phase --what-if=shared:MPI_Win_lock --what-if=scale:MPI_Win_unlock=2 -o %t.$n$phase %t.trace.exclusive && \
// RUN:   %query %t.$n$phase "SELECT * FROM prediction" "SELECT * FROM assumption" > %t.out.$n$phase || exit 1; done; done
// RUN: cmp %t.out.10 %t.out.11 && cmp %t.out.10 %t.out.30 && cmp %t.out.10 %t.out.31
// RUN: %python %S/Inputs/saved.py %t.10 250:1200 -2000:-500
// RUN: %query %t.10 "SELECT prediction, text FROM assumption" | %FileCheck %s
// CHECK: 1|what is done under these locks may be done at once
// CHECK: 2|what is scaled
// CHECK: 2|locks are granted in the order recorded
//
// Locks that are shared already cannot be.
// RUN: %one-line "--what-if=shared:MPI_Win_lock: no exclusive lock that was released was recorded at this place" %fencepost-analyze --what-if=shared:MPI_Win_lock -o %t.bad %t.trace.shared

#include <mpi.h>
#include <stdio.h>
#include <time.h>

#ifndef KIND
#define KIND MPI_LOCK_EXCLUSIVE
#endif
#ifndef HELD
#define HELD 20
#endif

static void compute(long milliseconds) {
  struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

int main(int argc, char **argv) {
  int rank, value = 0, memory[2] = {0, 0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  for (int i = 0; i < 10 && rank > 0; ++i) {
    MPI_Win_lock(KIND, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    compute(HELD);
    MPI_Win_unlock(0, win);
    compute(5);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    printf("%f\n", MPI_Wtime() - begin);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
