// ranks: 3
// A put from window memory, ordered by fences after what was put there.
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
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&memory[2], 1, MPI_INT, 2, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
