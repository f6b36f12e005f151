// The flag is raised before the put is complete.
#include <mpi.h>
int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, *memory, value = 5;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);

  for (int i = 0; i < 16; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  int one = 1, flag = 0, none = 0;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    do {
      MPI_Fetch_and_op(&none, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (!flag);
    value = memory[3];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return value == 123456;
}
