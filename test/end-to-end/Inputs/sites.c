/* Some of its calls are made by one rank, some never; one is a race. */
#include <mpi.h>

static void unreached(MPI_Win win) { MPI_Win_flush_all(win); }

int main(int argc, char **argv) {
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 5; ++i) {
    MPI_Win_fence(0, win);
    if (rank == 0)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (rank == 1)
      value += memory[0];
  }
  MPI_Win_fence(0, win);
  if (argc > 1)
    unreached(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
