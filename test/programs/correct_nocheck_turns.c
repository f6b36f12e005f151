// ranks: 3
// Locks with MPI_MODE_NOCHECK whose holders take turns by messages: ordered, though nothing excludes.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, token = 0, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank > 0)
    MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  if (rank + 1 < size)
    MPI_Send(&token, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
