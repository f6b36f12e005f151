// Fences of a loop end epochs that the fence before it opened, or they themselves: all of them
// count, and the advice is for the most.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 3 %t.exe
// RUN: %mpirun -n 2 %fencepost-analyze -o %t.db %t.trace
// RUN: %query %t.db "SELECT instances, message, why, advice FROM finding WHERE finding = 'rma-unneeded-sync'" | %FileCheck %s
//
// CHECK: {{^}}6|MPI_Win_fence at line [[#FENCE:]] synchronizes all 3 ranks of the window, but 50 % of the pairs exchange nothing (18 of 36)|
// CHECK-SAME: operations reach rank 0 from rank 2; rank 1 from rank 0; rank 2 from rank 1, in each of 6 epochs; the targets of each rank are (rank + 1) % size; its origins (rank - 1 + size) % size|
// CHECK-SAME: instead of MPI_Win_fence at line [[#FENCE]], end the epoch by MPI_Win_complete and MPI_Win_wait and open the next one by MPI_Win_post with origins {2} and MPI_Win_start with targets {1} (the groups are those of rank 0)

#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 6; ++i) {
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
