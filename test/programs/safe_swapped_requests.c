// ranks: 2
// mpi: openmpi mpich
// The requests of two buffers change places before the first is waited for.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory, first = 1, second = 2;
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Request one, other, kept;
    MPI_Rput(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &one);
    MPI_Rput(&second, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &other);
    kept = one;
    one = other;
    other = kept;
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    first = 3;
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    second = 4;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return first + second == 0;
}
