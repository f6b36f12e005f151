// Operations and flushes outside of the epochs that they need. The library reports errors; the
// program goes on.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win *win = malloc(sizeof *win);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
  MPI_Win_set_errhandler(*win, MPI_ERRORS_RETURN);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, *win); // expect: rma-no-epoch #1 // warn: rma-no-epoch
    MPI_Win_flush(1, *win);                              // expect: rma-no-epoch #2 // warn: rma-no-epoch
    MPI_Win_flush_local_all(*win);                       // expect: rma-no-epoch #3 // warn: rma-no-epoch
    for (int i = 0; i < 3; ++i) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, *win);
      MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, *win); // expect: rma-no-epoch #4 // warn: rma-no-epoch
      MPI_Win_flush(0, *win);                              // expect: rma-no-epoch #5 // warn: rma-no-epoch
      MPI_Win_unlock(1, *win);
    }
    MPI_Put(&value, 0, MPI_INT, 1, 0, 0, MPI_INT, *win);             // moves nothing
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, *win); // nowhere
  }
  MPI_Win_free(win);
  free(win);
  MPI_Finalize();
  return 0;
}
