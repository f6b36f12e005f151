// ranks: 2
// Epochs that are open when the window is freed or MPI finalized.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win *wins = malloc(4 * sizeof *wins); // out of the compiler's sight
  for (int i = 0; i < 4; ++i) {
    int *memory;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &wins[i]);
    MPI_Win_set_errhandler(wins[i], MPI_ERRORS_RETURN);
  }
  MPI_Win_lock_all(0, wins[0]); // warn: rma-unclosed-epoch
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, wins[1]); // warn: rma-unclosed-epoch
  MPI_Win_fence(0, wins[2]);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, wins[2]); // warn: rma-unclosed-epoch
  MPI_Win_fence(0, wins[3]); // opens nothing: no operation follows
  MPI_Win_free(&wins[0]); // expect: rma-unclosed-epoch #1
  MPI_Win_free(&wins[2]); // expect: rma-unclosed-epoch #2
  MPI_Win_free(&wins[3]);
  free(wins);
  MPI_Finalize(); // expect: rma-unclosed-epoch #3
  return 0;
}
