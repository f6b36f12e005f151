// A connection between two processes of the run is not followed, but what is made of it is: all of
// its processes are in MPI_COMM_WORLD.
// mpi: openmpi
// not-followed: MPI_Comm_accept MPI_Comm_connect MPI_Open_port MPI_Close_port MPI_Sendrecv
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  char port[MPI_MAX_PORT_NAME];
  int rank, got = -1, sum = -1;
  MPI_Comm inter, both;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Send(port, sizeof(port), MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
    MPI_Close_port(port);
  } else {
    MPI_Recv(port, sizeof(port), MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
  }
  MPI_Sendrecv(&rank, 1, MPI_INT, 0, 2, &got, 1, MPI_INT, 0, 2, inter, MPI_STATUS_IGNORE);
  MPI_Intercomm_merge(inter, rank, &both);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, both);
  printf("%d: %d %d\n", rank, got, sum);
  MPI_Comm_free(&both);
  MPI_Comm_disconnect(&inter);
  MPI_Finalize();
  return got != 1 - rank || sum != 1;
}
