// ranks: 3
// Several Rputs at once, completed by MPI_Waitall before the buffers are written again.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, out[8];
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Request requests[8];
  for (int round = 0; round < 3; ++round) {
    int n = 0;
    for (int target = 0; target < size; ++target) {
      out[target] = rank + round;
      MPI_Rput(&out[target], 1, MPI_INT, target, rank, 1, MPI_INT, win, &requests[n++]);
    }
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    MPI_Win_flush_all(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  int sum = 0;
  for (int i = 0; i < size; ++i)
    sum += memory[i];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != 9;
}
