// ranks: 2
// The result of a get is used before the fence that completes it.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static double mine[64], copy[64];
  double sum = 0;
  for (int i = 0; i < 64; ++i)
    mine[i] = i + rank;
  MPI_Win_create(mine, sizeof mine, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Get(copy, 64, MPI_DOUBLE, (rank + 1) % size, 0, 64, MPI_DOUBLE, win); // expect: rma-local-race
  for (int i = 32; i < 40; ++i)
    sum += copy[i]; // warn: rma-local-race // expect: rma-local-race
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
