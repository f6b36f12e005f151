// Matched probes: what they found is received later, in another order, by every kind of receive.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int main(int argc, char **argv) {
  int values[5], flag, count, extra;
  MPI_Message messages[5];
  MPI_Request request;
  MPI_Status status;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank == 0) {
    for (int i = 0; i < 5; ++i) {
      values[i] = 10 * i;
      MPI_Send(&values[i], 1, MPI_INT, 1, 4, comm);
    }
  } else {
    MPI_Mprobe(0, 4, comm, &messages[0], &status);
    MPI_Get_count(&status, MPI_INT, &count);
    expect(count == 1 && status.MPI_SOURCE == 0 && status.MPI_TAG == 4, "MPI_Mprobe");
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &messages[1], MPI_STATUS_IGNORE);
    do
      MPI_Improbe(0, MPI_ANY_TAG, comm, &flag, &messages[2], &status);
    while (!flag);
    MPI_Recv(&values[3], 1, MPI_INT, 0, 4, comm, MPI_STATUS_IGNORE);
    MPI_Imrecv(&values[2], 1, MPI_INT, &messages[2], &request);
    MPI_Mrecv(&values[1], 1, MPI_INT, &messages[1], MPI_STATUS_IGNORE);
    MPI_Wait(&request, &status);
    expect(status.MPI_SOURCE == 0 && messages[2] == MPI_MESSAGE_NULL, "MPI_Imrecv");
    MPI_Mrecv(&values[0], 1, MPI_INT, &messages[0], &status);
    MPI_Get_count(&status, MPI_INT, &count);
    expect(count == 1 && status.MPI_TAG == 4 && messages[0] == MPI_MESSAGE_NULL, "MPI_Mrecv");
    MPI_Probe(0, 4, comm, &status);
    MPI_Recv(&values[4], 1, MPI_INT, 0, 4, comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < 5; ++i)
      expect(values[i] == 10 * i, "messages in the order of their probes");
    printf("1 got %d %d %d %d %d\n", values[0], values[1], values[2], values[3], values[4]);
  }
  if (rank == 0) {
    MPI_Send(&values[0], 1, MPI_INT, 1, 6, comm);
  } else {
    do
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &status);
    while (!flag);
    expect(status.MPI_SOURCE == 0 && status.MPI_TAG == 6, "MPI_Iprobe");
    MPI_Recv(&values[0], 1, MPI_INT, 0, 6, comm, MPI_STATUS_IGNORE);
    MPI_Probe(MPI_PROC_NULL, 6, comm, MPI_STATUS_IGNORE);
  }
  MPI_Improbe(MPI_ANY_SOURCE, 5, comm, &flag, &messages[0], MPI_STATUS_IGNORE);
  expect(!flag, "there is no message");

  MPI_Mprobe(MPI_PROC_NULL, 0, comm, &messages[0], &status);
  expect(messages[0] == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL, "from nobody");
  MPI_Mrecv(&extra, 1, MPI_INT, &messages[0], &status);
  MPI_Improbe(MPI_PROC_NULL, 0, comm, &flag, &messages[1], MPI_STATUS_IGNORE);
  expect(flag, "nobody answers at once");
  MPI_Imrecv(&extra, 1, MPI_INT, &messages[1], &request);
  MPI_Wait(&request, &status);
  expect(status.MPI_SOURCE == MPI_PROC_NULL, "received from nobody");
  printf("%d done\n", rank);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
