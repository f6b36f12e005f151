// ranks: 2
// mpi: openmpi mpich
// A put takes from a buffer between a matched probe and its receive, and after the receive.
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
  int buffer[4] = {1, 2, 3, 4};
  MPI_Message message;
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(buffer, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Imrecv(buffer, 4, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Put(buffer, 2, MPI_INT, 0, 2, 2, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(buffer, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Put(buffer, 2, MPI_INT, 0, 4, 2, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
