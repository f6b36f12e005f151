// Assertions of fences that this rank's own operations contradict.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win); // expect: rma-wrong-assert #1 // warn: rma-wrong-assert
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win); // expect: rma-wrong-assert #2 // warn: rma-wrong-assert
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
