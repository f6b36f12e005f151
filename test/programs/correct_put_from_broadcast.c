// ranks: 2
// The root puts from the buffer of its pending broadcast: both only read it.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, data[8] = {0}, sum = 0, *memory;
  MPI_Win win;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0)
    for (int i = 0; i < 8; ++i)
      data[i] = i;
  MPI_Win_fence(0, win);
  MPI_Ibcast(data, 8, MPI_INT, 0, MPI_COMM_WORLD, &request);
  if (rank == 0)
    MPI_Put(data, 8, MPI_INT, 1, 0, 8, MPI_INT, win);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 8; ++i)
    sum += memory[i] + data[i];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
