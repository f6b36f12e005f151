// ranks: 3
// The root fills everybody's window, then a broadcast says so; a gather says all have read it.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *value, *all = malloc(size * sizeof(int));
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &value, &win);
  *value = -1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 4; ++round) {
    int go = round;
    if (rank == 0) {
      int numbers[8];
      for (int target = 0; target < size; ++target) {
        numbers[target] = 10 * round + target;
        MPI_Put(&numbers[target], 1, MPI_INT, target, 0, 1, MPI_INT, win);
      }
      MPI_Win_flush_all(win);
    }
    MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_sync(win);
    int read = *value;
    MPI_Gather(&read, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(all);
  MPI_Finalize();
  return 0;
}
