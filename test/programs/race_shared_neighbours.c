// A window is one piece of memory: rank 1 reaches rank 2's part by its own pointer, while rank 2
// stores there; what it does in its own part is its own business.

#include <mpi.h>
#include <stdlib.h>

// ranks: 3
// mpi: openmpi mpich
// processes: 1 3

enum { kCount = 100 };

int main(void) {
  MPI_Init(NULL, NULL);
  int rank;
  double *mine;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate_shared(kCount * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                          &mine, &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    for (int i = 0; i < kCount + 10; ++i)
      mine[i] = i; // expect: rma-remote-race
  if (rank == 2)
    mine[5] = 1; // expect: rma-remote-race
  MPI_Win_fence(0, win);
  if (rank == 0 && mine[kCount + 7] != 7)
    abort();
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
