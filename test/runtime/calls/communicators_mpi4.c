// ranks: 3
// mpi: mpich
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, sum;
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_rank(comm, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  printf("%d: %d\n", rank, sum);
  MPI_Finalize();
  return sum != 3;
}
