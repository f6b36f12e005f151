// ranks: 3
// One buffer is a window and takes part in messages, gathers and non-blocking receives, in turns: whatever touches it has
// ended, and is known to have ended, before the next begins.
#include <mpi.h>
#include <stdlib.h>

#define N 12

int main(int argc, char **argv) {
  int rank, size, all[3 * N];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int *data = malloc(N * sizeof(int)), mine[N];
  MPI_Win win;
  MPI_Request requests[2];
  MPI_Win_create(data, N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int round = 0; round < 3; ++round) {
    // Received into the window, then put over by the neighbour.
    for (int i = 0; i < N; ++i)
      mine[i] = rank + round;
    MPI_Irecv(data, N, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(mine, N, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(mine, N / 2, MPI_INT, right, 0, N / 2, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    // Sent from the window while others may read it.
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(mine, N, MPI_INT, right, 0, N, MPI_INT, win);
    MPI_Gather(data, N, MPI_INT, all, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(right, win);
    // Reduced in place once everybody has read.
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, data, N, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (data[0] != size - 1 + round)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  free(data);
  MPI_Finalize();
  return 0;
}
