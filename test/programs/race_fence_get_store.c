// ranks: 3
// The target stores what another rank gets in the same epoch.
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
  int got[4] = {0};
  MPI_Win_fence(0, win);
  if (rank != 1)
    MPI_Get(got, 4, MPI_INT, 1, 4 * rank, 4, MPI_INT, win); // expect: rma-remote-race
  if (rank == 1)
    memory[9] = 7; // expect: rma-remote-race
  MPI_Win_fence(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
