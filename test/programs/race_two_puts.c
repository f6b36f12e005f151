// ranks: 2
// Two puts of one origin to the same bytes, not ordered by anything.
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
  int first = 1, second = 2;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // expect: rma-remote-race
    MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expect: rma-remote-race // warn: rma-remote-race
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
