// A put to the rank itself is not over before the fence.

#include <mpi.h>
#include <stdio.h>

// ranks: 1
// mpi: openmpi mpich

int main(void) {
  MPI_Init(NULL, NULL);
  int memory[4] = {0}, value = 1;
  MPI_Win win;
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); // expect: rma-remote-race // warn: rma-remote-race
  printf("%d\n", memory[1]);                          // expect: rma-remote-race // warn: rma-remote-race
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
