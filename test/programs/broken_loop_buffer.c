// ranks: 2
// One buffer for the puts of a loop, without a flush between them.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, value, sum = 0;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 8; ++i) {
    value = rank + i;                                                 // warn: rma-local-race // expect: rma-local-race
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win); // expect: rma-local-race
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
