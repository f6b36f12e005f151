// Rings of puts over two windows, fenced at the same line; only one of them gets a last fence that
// begins no epoch.
#include <mpi.h>

enum { kIterations = 12 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, *memory[2];
  MPI_Win win[2];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 2; ++i)
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &win[i]);
  for (int i = 0; i < 2; ++i)
    MPI_Win_fence(0, win[i]);
  for (int iteration = 0; iteration < kIterations; ++iteration)
    for (int i = 0; i < 2; ++i) {
      MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win[i]);
      MPI_Win_fence(0, win[i]);
    }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win[1]);
  for (int i = 0; i < 2; ++i)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
  return 0;
}
