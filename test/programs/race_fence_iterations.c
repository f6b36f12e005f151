// ranks: 4
// A stencil of many fences that stores the boundary while others get it.
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
  int left = (rank + size - 1) % size, right = (rank + 1) % size, halo[2] = {0};
  for (int i = 0; i < 300; ++i) {
    MPI_Win_fence(0, win);
    MPI_Get(&halo[0], 1, MPI_INT, left, 15, 1, MPI_INT, win); // expect: rma-remote-race
    MPI_Get(&halo[1], 1, MPI_INT, right, 0, 1, MPI_INT, win);
    memory[15] = i; // expect: rma-remote-race // warn: rma-remote-race
    MPI_Win_fence(0, win);
    for (int j = 0; j < 16; ++j)
      memory[j] += halo[0] - halo[1];
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
