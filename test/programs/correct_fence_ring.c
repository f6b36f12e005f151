// ranks: 4
// A ring of puts between two fences; the buffers are used again after the second one.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, in = -1, out;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&in, sizeof in, sizeof in, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int sum = 0;
  for (int round = 0; round < 10; ++round) {
    out = rank + round;
    MPI_Win_fence(0, win);
    MPI_Put(&out, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    sum += in;
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
