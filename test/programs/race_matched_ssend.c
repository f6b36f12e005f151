// ranks: 2
// mpi: openmpi mpich
// A synchronous send may be over as soon as the receive began: a load after the receive of a matched message
// is not ordered with the put that follows the send.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, flag = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 5, token = 0;
  MPI_Message message;
  MPI_Request request;
  if (rank == 0) {
    MPI_Ssend(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); // expect: rma-remote-race #1
    MPI_Win_unlock(1, win);
    MPI_Issend(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win); // expect: rma-remote-race #2
    MPI_Win_unlock(1, win);
  } else {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&token, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    value = memory[3]; // expect: rma-remote-race #1
    while (!flag)
      MPI_Improbe(0, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(&token, 1, MPI_INT, &message, &request);
    value += memory[4]; // expect: rma-remote-race #2
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
