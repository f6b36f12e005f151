// Calls that close an epoch which is not open.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory, done = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 0) {
    MPI_Win_complete(win);    // expect: rma-unmatched-sync #1 // warn: rma-unmatched-sync
    MPI_Win_test(win, &done); // expect: rma-unmatched-sync #2 // warn: rma-unmatched-sync
    MPI_Win_unlock(1, win);   // expect: rma-unmatched-sync #3 // warn: rma-unmatched-sync
    MPI_Win_unlock_all(win);  // expect: rma-unmatched-sync #4 // warn: rma-unmatched-sync
    MPI_Win_lock_all(0, win);
    if (MPI_Win_unlock(1, win) != MPI_SUCCESS) // expect: rma-unmatched-sync #5 // warn: rma-unmatched-sync
      MPI_Win_unlock_all(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
