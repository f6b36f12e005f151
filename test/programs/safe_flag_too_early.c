// As race_flag_too_early.c, but the flag is fetched until it is up.
#include <mpi.h>
#include <stdio.h>

// mpi: openmpi mpich
// processes: 1 3

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, one = 1, flag = 0, token = 0, value = 7;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    do {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (flag == 0);
    printf("%d\n", memory[1]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
