// ranks: 1
// A put to the rank itself, read before it is complete.
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
  int value = 3, seen = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win); // expect: rma-remote-race
  seen = memory[4];                                   // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_unlock(0, win);
  if (seen > 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
}
