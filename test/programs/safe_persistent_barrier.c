// ranks: 3
// mpi: mpich
// A persistent barrier orders each time it is started.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Request barrier;
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
  MPI_Start(&barrier);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; ++i)
    memory[i] = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  int value = 5, got = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 2, 3, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
  }
  MPI_Start(&barrier);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  if (rank == 2)
    value += memory[3];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Request_free(&barrier);
  MPI_Finalize();
  return got < 0;
}
