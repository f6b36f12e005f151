// ranks: 3
// A put reads window memory that another rank writes.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Win_fence(0, win);
  int value = 9;
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // expect: rma-remote-race
  if (rank == 1)
    MPI_Put(&memory[2], 1, MPI_INT, 2, 2, 1, MPI_INT, win); // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
