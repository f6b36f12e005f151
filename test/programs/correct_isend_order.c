// ranks: 2
// Non-blocking messages order a lock epoch before the target's lock epoch on itself.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *cell;
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
  for (int i = 0; i < 8; ++i) {
    MPI_Request request;
    int token = i;
    if (rank == 0) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
      MPI_Put(&token, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_unlock(1, win);
      MPI_Isend(&token, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Recv(&token, 1, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      int done = 0;
      MPI_Irecv(&token, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
      while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      sum += *cell;
      MPI_Win_unlock(1, win);
      MPI_Send(&token, 1, MPI_INT, 0, 99, MPI_COMM_WORLD);
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 1 && sum != 28;
}
