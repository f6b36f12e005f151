// A peer's segment of a shared window is loaded with nothing that waits for the store.

#include <mpi.h>
#include <stdio.h>

// mpi: openmpi mpich
// processes: 1 2

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *mine, *left, unit;
  MPI_Aint bytes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &left);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    mine[2] = 5; // expect: rma-remote-race
  MPI_Win_sync(win);
  if (rank == 1)
    printf("%d\n", left[2]); // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
