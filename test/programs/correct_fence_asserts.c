// ranks: 3
// Fences with the assertions that hold.
#include <mpi.h>
#include <stdlib.h>

#define N 32

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *mine = malloc(N * sizeof *mine), *got = malloc(N * sizeof *got);
  for (int i = 0; i < N; ++i)
    mine[i] = rank;
  MPI_Win win;
  MPI_Win_create(mine, N * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Get(got, N, MPI_DOUBLE, (rank + 1) % size, 0, N, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, win);
  double sum = 0;
  for (int i = 0; i < N; ++i) {
    sum += got[i];
    mine[i] = sum;
  }
  MPI_Win_free(&win);
  free(mine);
  free(got);
  MPI_Finalize();
  return sum < 0;
}
