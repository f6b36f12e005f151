// ranks: 3
// Concurrent accumulates with different ops.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, sum = 0, two = 2;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 1;
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); // expect: rma-mixed-accumulate
  if (rank == 2)
    MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_PROD, win); // expect: rma-mixed-accumulate // warn: rma-mixed-accumulate
  MPI_Win_fence(0, win);
  sum = memory[0];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
