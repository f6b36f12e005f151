// ranks: 2
// Waiting for an Rput says that its buffer is free, not that it has arrived.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, sum = 0, value = rank;
  MPI_Request request;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Rput(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request); // expect: rma-remote-race
  MPI_Wait(&request, MPI_STATUS_IGNORE); // expect: rma-weak-completion
  value = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  sum = memory[0]; // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
