// Each rank's window is its part of rank 0's segment: a put to rank 1 is to the memory of rank 0,
// who loads it in the same epoch.

#include <mpi.h>
#include <stdio.h>

// processes: 1 2

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, size, *mine, *all, unit, value = 9;
  MPI_Aint bytes;
  MPI_Win shared, win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(rank == 0 ? 4096 * size : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                          &mine, &shared);
  MPI_Win_shared_query(shared, 0, &bytes, &unit, &all);
  MPI_Win_create(all + 1024 * rank, 4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); // expect: rma-remote-race
    printf("%d\n", all[1024 + 3]); // expect: rma-remote-race
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Win_free(&shared);
  MPI_Finalize();
  return 0;
}
