// ranks: 2
// The target stores into its window without a lock while the origin has one.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory, sum = 0, value = 7;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expect: rma-remote-race
    MPI_Win_unlock(1, win);
  } else {
    memory[0] = 5; // expect: rma-remote-race // warn: rma-remote-race
  }
  MPI_Barrier(MPI_COMM_WORLD);
  sum = memory[0];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
