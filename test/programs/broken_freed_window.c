// A window that is used after it was freed, by its variable and by a copy of the handle.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Win wins[1], *all = wins;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &all[0]);
  MPI_Win_fence(0, all[0]);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, all[0]);
  MPI_Win_free(&all[0]);
  MPI_Win_fence(0, all[0]);                               // expect: rma-freed-window #1 // warn: rma-freed-window
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, all[0]);  // expect: rma-freed-window #2 // warn: rma-freed-window
  MPI_Win_free(&all[0]);                                  // expect: rma-freed-window #3 // warn: rma-freed-window
  MPI_Finalize();
  return 0;
}
