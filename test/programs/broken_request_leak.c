// Requests of operations that are never completed, or given up.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, values[4] = {0}, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Request requests[3];
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]); // warn: rma-request-leak // expect: rma-request-leak #1
    MPI_Rget(values + 1, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &requests[1]);
    MPI_Rput(values + 2, 1, MPI_INT, 1, 2, 1, MPI_INT, win, &requests[2]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[2]); // expect: rma-request-leak #2 // warn: rma-request-leak
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
