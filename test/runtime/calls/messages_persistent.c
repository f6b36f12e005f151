// Persistent sends of every mode and receives, started again and again, in every kind of wait.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, other;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int main(int argc, char **argv) {
  static char buffer[1 << 14];
  int sent[4], got[4], index, flag, done, indices[8];
  void *back;
  MPI_Request requests[8], last;
  MPI_Status status, statuses[8];
  MPI_Datatype pair;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Buffer_attach(buffer, sizeof(buffer));
  for (int i = 0; i < 4; ++i)
    MPI_Recv_init(&got[i], 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : other, i, MPI_COMM_WORLD,
                  &requests[i]);
  MPI_Send_init(&sent[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[4]);
  MPI_Bsend_init(&sent[1], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[5]);
  MPI_Ssend_init(&sent[2], 1, MPI_INT, other, 2, MPI_COMM_WORLD, &requests[6]);
  MPI_Rsend_init(&sent[3], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[7]);

  // Not started, they are complete and stay.
  MPI_Waitall(8, requests, statuses);
  MPI_Wait(&requests[0], &status);
  expect(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG, "empty status");
  MPI_Testall(8, requests, &flag, MPI_STATUSES_IGNORE);
  expect(flag, "inactive requests are complete");
  MPI_Waitany(8, requests, &index, MPI_STATUS_IGNORE);
  expect(index == MPI_UNDEFINED, "no request is active");

  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 4; ++i)
      sent[i] = 100 * rank + 10 * round + i;
    MPI_Startall(4, requests);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 4; i < 8; ++i)
      MPI_Start(&requests[i]);
    switch (round) {
    case 0:
      MPI_Waitall(8, requests, statuses);
      expect(statuses[3].MPI_SOURCE == other && statuses[3].MPI_TAG == 3, "status");
      break;
    case 1:
      for (int i = 0; i < 8; ++i) {
        MPI_Waitany(8, requests, &index, &status);
        expect(index >= 0 && index < 8, "MPI_Waitany");
        expect(index > 3 || status.MPI_TAG == index, "status of MPI_Waitany");
      }
      break;
    case 2:
      for (int i = 0; i < 8; i += done)
        MPI_Waitsome(8, requests, &done, indices, statuses);
      break;
    case 3:
      for (int i = 7; i >= 0; --i)
        do
          MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
        while (!flag);
      break;
    case 4:
      do
        MPI_Testall(8, requests, &flag, MPI_STATUSES_IGNORE);
      while (!flag);
      break;
    default:
      for (int i = 0; i < 8; i += flag) {
        MPI_Testany(8, requests, &index, &flag, &status);
        flag = flag && index != MPI_UNDEFINED;
      }
    }
    for (int i = 0; i < 4; ++i)
      expect(got[i] == 100 * other + 10 * round + i, "value");
    for (int i = 0; i < 8; ++i)
      expect(requests[i] != MPI_REQUEST_NULL, "a persistent request stays");
    printf("%d round %d: %d\n", rank, round, got[3]);
  }
  MPI_Buffer_detach(&back, &index);
  for (int i = 0; i < 8; ++i)
    MPI_Request_free(&requests[i]);
  expect(requests[7] == MPI_REQUEST_NULL, "freed");

  // A type that is freed before the start, and nobody to send to.
  int columns[8] = {0};
  MPI_Type_vector(2, 1, 4, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  if (rank == 0)
    MPI_Send_init(columns, 1, pair, 1, 9, MPI_COMM_WORLD, &last);
  else
    MPI_Recv_init(columns, 1, pair, 0, 9, MPI_COMM_WORLD, &last);
  MPI_Type_free(&pair);
  for (int round = 0; round < 3; ++round) {
    if (rank == 0)
      columns[0] = columns[4] = round + 1;
    MPI_Start(&last);
    MPI_Wait(&last, MPI_STATUS_IGNORE);
    printf("%d %d %d %d\n", rank, columns[0], columns[1], columns[4]);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Request_free(&last);
  MPI_Send_init(columns, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &last);
  MPI_Start(&last);
  MPI_Wait(&last, MPI_STATUS_IGNORE);
  MPI_Request_free(&last);
  MPI_Finalize();
  return 0;
}
