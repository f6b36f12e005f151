// ranks: 4
// Atomic reads with MPI_NO_OP beside accumulates: element-wise atomic.
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
  MPI_Barrier(MPI_COMM_WORLD);
  int add[4] = {1, 1, 1, 1}, seen[4] = {0};
  MPI_Win_lock_all(0, win);
  if (rank % 2)
    MPI_Accumulate(add, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_SUM, win);
  else
    MPI_Get_accumulate(add, 0, MPI_INT, seen, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_NO_OP, win);
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    memory[0] += seen[0];
  MPI_Win_free(&win);
  MPI_Finalize();
}
