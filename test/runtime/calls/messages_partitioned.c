// Partitioned communication passes through; the report names it.
// mpi: mpich
// not-followed: MPI_Psend_init MPI_Precv_init MPI_Start MPI_Pready MPI_Pready_range MPI_Pready_list MPI_Parrived

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kParts = 8 };

int main(int argc, char **argv) {
  int rank, values[kParts], flag, last[] = {6, 7};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Psend_init(values, kParts, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(values, kParts, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int round = 0; round < 3; ++round) {
    MPI_Start(&request);
    for (int i = 0; i < kParts && rank == 0; ++i)
      values[i] = 10 * round + i;
    if (rank == 0) {
      MPI_Pready(0, request);
      MPI_Pready_range(1, 5, request);
      MPI_Pready_list(2, last, request);
    } else {
      do
        MPI_Parrived(request, 3, &flag);
      while (!flag);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < kParts; ++i)
      if (values[i] != 10 * round + i)
        MPI_Abort(MPI_COMM_WORLD, 1);
    printf("%d round %d: %d\n", rank, round, values[kParts - 1]);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
