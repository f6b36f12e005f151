// ranks: 3
// A shared lock of the reader does not exclude the shared lock of the writer.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  int value = rank, seen = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 5; ++i) {
    if (rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      seen += memory[0]; // expect: rma-remote-race // warn: rma-remote-race
      MPI_Win_unlock(0, win);
    } else if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expect: rma-remote-race
      MPI_Win_unlock(0, win);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (seen < 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
}
