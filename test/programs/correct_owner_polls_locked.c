// ranks: 2
// The owner looks at a flag in its window within an exclusive lock epoch on itself; the other raises it, and writes the
// data, within an exclusive one too.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *memory, seen = 0, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int data[4] = {1, 2, 3, 4}, one = 1;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(data, 4, MPI_INT, 1, 4, 4, MPI_INT, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else {
    while (!seen) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
      seen = memory[0];
      if (seen)
        sum = memory[4] + memory[7];
      MPI_Win_unlock(1, win);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 1 && sum != 5;
}
