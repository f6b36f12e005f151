// The large-count forms, and sends that receive without blocking.
// mpi: mpich

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 40 };

static int rank, other;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static void fill(int *values, int from) {
  for (int i = 0; i < kCount; ++i)
    values[i] = 1000 * from + i;
}

static void modes(int sender) {
  typedef int Send(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm);
  typedef int StartSend(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
  Send *sends[] = {MPI_Send_c, MPI_Bsend_c, MPI_Ssend_c, MPI_Rsend_c};
  StartSend *starts[] = {MPI_Isend_c, MPI_Ibsend_c, MPI_Issend_c, MPI_Irsend_c};
  StartSend *inits[] = {MPI_Send_init_c, MPI_Bsend_init_c, MPI_Ssend_init_c, MPI_Rsend_init_c};
  int sent[12][kCount], got[12][kCount];
  MPI_Request requests[12];
  MPI_Status status;
  for (int i = 0; i < 12; ++i)
    requests[i] = MPI_REQUEST_NULL;
  if (rank != sender)
    for (int i = 0; i < 12; ++i)
      if (i < 8) {
        MPI_Irecv_c(got[i], kCount, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
      } else {
        MPI_Recv_init_c(got[i], kCount, MPI_INT, sender, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Start(&requests[i]);
      }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == sender)
    for (int i = 0; i < 12; ++i) {
      fill(sent[i], i);
      if (i < 4)
        sends[i](sent[i], kCount, MPI_INT, other, i, MPI_COMM_WORLD);
      else if (i < 8)
        starts[i - 4](sent[i], kCount, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
      else
        inits[i - 8](sent[i], kCount, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
    }
  if (rank == sender)
    MPI_Startall(4, requests + 8);
  MPI_Waitall(12, requests, MPI_STATUSES_IGNORE);
  for (int i = 8; i < 12; ++i)
    MPI_Request_free(&requests[i]);
  for (int i = 0; i < 12 && rank != sender; ++i) {
    fill(sent[0], i);
    expect(memcmp(got[i], sent[0], sizeof(sent[0])) == 0, "message");
  }
  if (rank == sender)
    MPI_Send_c(sent[1], kCount, MPI_INT, other, 20, MPI_COMM_WORLD);
  else
    MPI_Recv_c(got[1], kCount, MPI_INT, sender, 20, MPI_COMM_WORLD, &status);
  expect(rank == sender || (got[1][3] == 1003 && status.MPI_TAG == 20), "MPI_Recv_c");
  printf("%d sender %d\n", rank, sender);
}

static void matched(void) {
  int values[2], flag;
  MPI_Message messages[2];
  MPI_Request request;
  if (rank == 0) {
    for (int i = 0; i < 2; ++i)
      MPI_Send(&i, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    return;
  }
  MPI_Mprobe(0, 1, MPI_COMM_WORLD, &messages[0], MPI_STATUS_IGNORE);
  do
    MPI_Improbe(0, 1, MPI_COMM_WORLD, &flag, &messages[1], MPI_STATUS_IGNORE);
  while (!flag);
  MPI_Imrecv_c(&values[1], 1, MPI_INT, &messages[1], &request);
  MPI_Mrecv_c(&values[0], 1, MPI_INT, &messages[0], MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(values[0] == 0 && values[1] == 1, "matched messages");
  printf("1 matched\n");
}

static void exchanges(void) {
  int sent[kCount], got[kCount];
  MPI_Request requests[2];
  MPI_Status statuses[2];
  fill(sent, rank);
  MPI_Sendrecv_c(sent, kCount, MPI_INT, other, 1, got, kCount, MPI_INT, other, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  expect(got[5] == 1000 * other + 5, "MPI_Sendrecv_c");
  MPI_Sendrecv_replace_c(sent, kCount, MPI_INT, other, 2, other, 2, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
  expect(sent[5] == 1000 * other + 5, "MPI_Sendrecv_replace_c");

  fill(sent, rank);
  MPI_Isendrecv(sent, kCount, MPI_INT, other, 3, got, kCount, MPI_INT, MPI_ANY_SOURCE, 3,
                MPI_COMM_WORLD, &requests[0]);
  MPI_Wait(&requests[0], &statuses[0]);
  expect(got[6] == 1000 * other + 6, "MPI_Isendrecv");
  memset(got, 0, sizeof(got));
  MPI_Isendrecv_c(sent, kCount, MPI_INT, other, 4, got, kCount, MPI_INT, other, 4, MPI_COMM_WORLD,
                  &requests[0]);
  int own[kCount];
  fill(own, 10 + rank);
  MPI_Isendrecv_replace(own, kCount, MPI_INT, other, 5, other, MPI_ANY_TAG, MPI_COMM_WORLD,
                        &requests[1]);
  MPI_Waitall(2, requests, statuses);
  expect(got[7] == 1000 * other + 7 && own[8] == 1000 * (10 + other) + 8, "both");
  MPI_Isendrecv_replace_c(own, kCount, MPI_INT, other, 6, other, 6, MPI_COMM_WORLD, &requests[1]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  expect(own[8] == 1000 * (10 + rank) + 8, "and back");
  // Half of it with nobody.
  MPI_Isendrecv(sent, 1, MPI_INT, rank ? MPI_PROC_NULL : 1, 7, got, 1, MPI_INT,
                rank ? 0 : MPI_PROC_NULL, 7, MPI_COMM_WORLD, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  expect(got[0] == (rank ? 0 : 1000), "from rank 0");
  printf("%d exchanged\n", rank);
}

int main(int argc, char **argv) {
  static char buffer[1 << 16];
  void *back;
  MPI_Count bytes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Buffer_attach_c(buffer, sizeof(buffer));
  modes(0);
  modes(1);
  MPI_Buffer_detach_c(&back, &bytes);
  expect(back == buffer && bytes == sizeof(buffer), "MPI_Buffer_detach_c");
  matched();
  exchanges();
  MPI_Finalize();
  return 0;
}
