// ranks: 3
// The owner clears a counter by a plain store while others add to it.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *counter, one = 1, before;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    *counter = 0; // expect: rma-remote-race // warn: rma-remote-race
  else
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win); // expect: rma-remote-race
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
