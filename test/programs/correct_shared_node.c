// ranks: 4
// mpi: openmpi mpich
// The ranks of a node share a table: built by all, each its part, then read by all; then a ring of halos by direct
// loads. MPI_Win_sync and a barrier, as the standard has it.
#include <mpi.h>
#include <stdlib.h>

#define N 32

static void settle(MPI_Win win, MPI_Comm node) {
  MPI_Win_sync(win);
  MPI_Barrier(node);
  MPI_Win_sync(win);
}

int main(int argc, char **argv) {
  MPI_Comm node;
  MPI_Win win;
  int rank, size;
  double *mine, *right, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(N * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &mine, &win);
  double **parts = malloc(size * sizeof *parts);
  for (int i = 0; i < size; ++i) {
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, i, &bytes, &unit, &parts[i]);
  }
  right = parts[(rank + 1) % size];
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < N; ++i)
    mine[i] = rank * N + i;
  settle(win, node);
  for (int part = 0; part < size; ++part)
    for (int i = 0; i < N; ++i)
      sum += parts[part][i];
  settle(win, node);
  for (int step = 0; step < 3; ++step) {
    double halo = right[0];
    settle(win, node);
    mine[0] = 0.5 * (mine[N - 1] + halo);
    settle(win, node);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&node);
  free(parts);
  MPI_Finalize();
  return sum != size * N * (size * N - 1) / 2.0;
}
