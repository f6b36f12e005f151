// Targets that are not there, and ranges outside of the window.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory, value[8] = {1};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  // Rank r has r + 2 elements.
  MPI_Win_allocate((rank + 2) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // expect: rma-bad-target #1
    MPI_Put(value, 3, MPI_INT, 1, 0, 3, MPI_INT, win);  // the last element
    MPI_Win_flush(1, win);
    MPI_Win_flush(2, win);                              // expect: rma-bad-target #2
    MPI_Put(value, 1, MPI_INT, 1, -1, 1, MPI_INT, win); // expect: rma-out-of-window #1 // warn: rma-out-of-window
  } else {
    MPI_Get(value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Get(value, 3, MPI_INT, 0, 0, 3, MPI_INT, win); // expect: rma-out-of-window #2 // warn: rma-out-of-window
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
