// ranks: 2
// The target stores while the origin gets.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, sum = 0, copy[16];
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Get(copy, 16, MPI_INT, 1 - rank, 0, 16, MPI_INT, win); // expect: rma-remote-race
  for (int i = 4; i < 8; ++i)
    memory[i] = i; // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_fence(0, win);
  sum = copy[5];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
