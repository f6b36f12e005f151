// ranks: 2
// mpi: openmpi mpich
// The second message is received first; its probe came second, and so it is after the put.
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
  int value = 5, token = 0;
  MPI_Message first, second;
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
    MPI_Mrecv(&token, 1, MPI_INT, &second, MPI_STATUS_IGNORE);
    value = memory[3];
    MPI_Mrecv(&token, 1, MPI_INT, &first, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    MPI_Imrecv(&token, 1, MPI_INT, &first, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    value = memory[4];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
