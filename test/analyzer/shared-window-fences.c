// Fences that order loads and stores of a shared window are not called unneeded.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 2 %t/prog
// RUN: %analyze -o %t/results.sqlite %t/trace
// RUN: %fencepost report %t/results.sqlite | %FileCheck %s
// CHECK: pairs of processes that synchronized on a window
// CHECK-NOT: did not communicate
// CHECK: 0 errors, 0 warnings

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, *mine, *other, unit;
  MPI_Aint bytes;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
  MPI_Win_shared_query(window, 1 - rank, &bytes, &unit, &other);
  MPI_Win_fence(0, window);
  *mine = rank + 1;
  MPI_Win_fence(0, window);
  printf("%d\n", *other);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
