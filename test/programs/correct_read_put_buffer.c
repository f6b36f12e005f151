// ranks: 2
// Reading a put's buffer while the put is under way is fine, and so are two puts from one buffer.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *window, data[16], sum = 0;
  MPI_Win win;
  MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  for (int i = 0; i < 16; ++i)
    data[i] = i;
  MPI_Win_fence(0, win);
  MPI_Put(data, 16, MPI_INT, (rank + 1) % size, 0, 16, MPI_INT, win);
  MPI_Put(data, 16, MPI_INT, (rank + 1) % size, 16, 16, MPI_INT, win);
  for (int i = 0; i < 16; ++i)
    sum += data[i];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != 120;
}
