// ranks: 2
// mpi: openmpi mpich
// A get fills the buffer of a persistent send that has been started.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int buffer[4] = {0};
  MPI_Request request;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Ssend_init(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request); // expect: rma-local-race
    MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win); // expect: rma-local-race
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(1, win);
    MPI_Request_free(&request);
  } else {
    MPI_Recv(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
