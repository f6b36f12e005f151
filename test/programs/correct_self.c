// ranks: 1
// A rank that puts into its own window.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int memory[10] = {0}, x = 5;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  x = memory[3];
  MPI_Win_fence(0, win);
  MPI_Get(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  int wrong = x != 5;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
