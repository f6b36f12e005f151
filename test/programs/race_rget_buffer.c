// ranks: 2
// The result of a request-based get is read before the wait.
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
  int got[8] = {0}, sum = 0;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Rget(got, 8, MPI_INT, 1 - rank, 0, 8, MPI_INT, win, &request); // expect: rma-local-race
  sum += got[1];                                                     // expect: rma-local-race // warn: rma-local-race
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(1 - rank, win);
  if (sum > 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
}
