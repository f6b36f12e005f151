// ranks: 2
// A call that the runtime does not follow orders the accesses: nothing between ranks is reported.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, value, sum = 0;
  MPI_Win win;
  int counts[2] = {1, 1}, given[2] = {0, 0}, taken;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  value = rank + 1;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Reduce_scatter(given, &taken, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  sum = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != 2 - rank;
}
