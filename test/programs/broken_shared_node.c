// ranks: 4
// mpi: openmpi mpich
// The ring of correct_shared_node.c without the second synchronization: a rank stores while its neighbour loads.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm node;
  MPI_Win win;
  int rank, size, unit;
  MPI_Aint bytes;
  double *mine, *right, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &right);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < 8; ++i)
    mine[i] = rank;
  for (int step = 0; step < 3; ++step) {
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    sum += right[0]; // expect: rma-remote-race
    mine[0] = sum;   // expect: rma-remote-race // warn: rma-remote-race
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return sum == 123456789;
}
