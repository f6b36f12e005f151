// ranks: 2
// The wrong message is looked for: the one that was sent before the put.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, flag = 0, *memory, value = 1;
  MPI_Win win;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_flush(1, win);
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  } else {
    int got;
    MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
    value = memory[0]; // expect: rma-remote-race
    MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (!flag)
      MPI_Iprobe(0, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    value += memory[1];
    MPI_Recv(&got, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return value == 100;
}
