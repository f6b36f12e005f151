// ranks: 3
// Two ranks put into the same element of rank 0 in one fence epoch.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, sum = 0;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank != 0)
    MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win); // expect: rma-remote-race
  MPI_Win_fence(0, win);
  sum = memory[2];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
