// The second fence asserts that there is nothing to complete: nobody waits there for the put.
#include <mpi.h>

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, value = 5;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[3] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 1)
    value = memory[3];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return value == 123;
}
