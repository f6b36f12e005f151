// Of operations with several buffers a finding names the one that it is about.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 2 %t.exe
// RUN: %not %analyze -o %t.db %t.trace
// RUN: %fencepost report %t.db > %t.text || true
// RUN: %FileCheck %s < %t.text
//
// CHECK-DAG: the load of `found` by rank 0 uses the result buffer of MPI_Compare_and_swap to rank 1
// CHECK-DAG: the load of `before[0]` by rank 0 uses the result buffer of MPI_Get_accumulate to rank 1
// CHECK-DAG: the store to `add` by rank 0 uses the buffer `&add` of MPI_Get_accumulate to rank 1
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, sum, *memory, key = 1, zero = 0, found = 0, add = 2, before[1] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Compare_and_swap(&key, &zero, &found, MPI_INT, 1, 0, win);
    if (found)
      printf("found %d\n", found);
    MPI_Get_accumulate(&add, 1, MPI_INT, before, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
    sum = before[0];
    add = sum;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank < 0 && sum;
}
