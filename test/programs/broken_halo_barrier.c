// ranks: 4
// A halo by locks in a ring: the barrier after the puts is there, the one before the next round is forgotten, so that a
// fast neighbour overwrites a halo that is still read.
#include <mpi.h>

#define N 6

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *cells, sum = 0;
  MPI_Win win;
  MPI_Win_allocate((N + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  for (int i = 0; i < N + 2; ++i)
    cells[i] = rank;
  const int right = (rank + 1) % size;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < 4; ++step) {
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&cells[N], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); // expect: rma-remote-race
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += cells[0]; // expect: rma-remote-race // warn: rma-remote-race
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
