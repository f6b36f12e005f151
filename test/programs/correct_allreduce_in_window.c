// ranks: 2
// The window's own memory takes part in an allreduce between epochs, in place.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, one = 1, *memory, sum = 0;
  MPI_Win win;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; ++i)
    memory[i] = 0;
  for (int round = 0; round < 3; ++round) {
    MPI_Win_fence(0, win);
    MPI_Put(&one, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Iallreduce(MPI_IN_PLACE, memory, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum += memory[round];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
