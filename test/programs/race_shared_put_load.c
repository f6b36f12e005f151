// A put into a shared window, and a load of the target by a third rank in the same epoch.

#include <mpi.h>
#include <stdio.h>

// ranks: 3
// mpi: openmpi mpich
// processes: 2 3

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *mine, *middle, unit, value = 3;
  MPI_Aint bytes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate_shared(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &middle);
  mine[0] = 0;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expect: rma-remote-race
  if (rank == 2)
    printf("%d\n", middle[0]); // expect: rma-remote-race
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
