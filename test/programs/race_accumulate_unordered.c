// Accumulates of one origin with different operations, in a window whose info lets them go out of
// order.
#include <mpi.h>
#include <stdlib.h>

// mpi: openmpi mpich

int main(void) {
  MPI_Init(NULL, NULL);
  int rank, *memory, three = 3;
  MPI_Win win;
  MPI_Info info;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "rar,war");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  memory[0] = 1;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Accumulate(&three, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // expect: rma-mixed-accumulate
    MPI_Accumulate(&three, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win); // expect: rma-mixed-accumulate
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
