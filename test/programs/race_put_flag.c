// A flag that is raised by MPI_Put: not atomic, so it orders nothing.
#include <mpi.h>
#include <stdio.h>

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, one = 1, flag = 0, value = 7;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); // expect: rma-remote-race #data
    MPI_Win_flush(1, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expect: rma-remote-race #flag
    MPI_Win_flush(1, win);
  } else {
    while (flag == 0) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win); // expect: rma-remote-race #flag // warn: rma-remote-race
      MPI_Win_flush(1, win);
    }
    printf("%d\n", memory[1]); // expect: rma-remote-race #data
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
