// As race_other_flag.c, waiting for the flag that is raised when the data is there.
#include <mpi.h>
#include <stdio.h>

// mpi: openmpi mpich
// processes: 1 3

enum { kStarted, kDone, kData };

static void raise_flag(int which, MPI_Win win) {
  int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, 1, which, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(1, win);
}

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, flag = 0, value = 7;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; ++i)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    raise_flag(kStarted, win);
    MPI_Put(&value, 1, MPI_INT, 1, kData, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    raise_flag(kDone, win);
  } else {
    while (flag == 0) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, kDone, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    printf("%d\n", memory[kData]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
