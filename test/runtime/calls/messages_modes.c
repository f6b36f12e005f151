// Every mode of sending, blocking and not, to every kind of receive.
// ranks: 3

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 40 };

static int rank, size;

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

/// Rank `sender` sends with each mode to the next rank, which has posted its receives.
static void modes(int sender) {
  typedef int Send(const void *, int, MPI_Datatype, int, int, MPI_Comm);
  typedef int StartSend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
  Send *sends[] = {MPI_Send, MPI_Bsend, MPI_Ssend, MPI_Rsend};
  StartSend *starts[] = {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend};
  const int receiver = (sender + 1) % size;
  int sent[8][kCount], got[8][kCount];
  MPI_Request requests[8];
  MPI_Status statuses[8];
  for (int i = 0; i < 8; ++i)
    requests[i] = MPI_REQUEST_NULL;
  if (rank == receiver)
    for (int i = 0; i < 8; ++i)
      MPI_Irecv(got[i], kCount, MPI_INT, i % 2 ? MPI_ANY_SOURCE : sender,
                i % 3 ? i : MPI_ANY_TAG, MPI_COMM_WORLD, &requests[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == sender)
    for (int i = 0; i < 8; ++i) {
      fill(sent[i], 10 * rank + i);
      if (i < 4)
        sends[i](sent[i], kCount - i, MPI_INT, receiver, i, MPI_COMM_WORLD);
      else
        starts[i - 4](sent[i], kCount - i, MPI_INT, receiver, i, MPI_COMM_WORLD, &requests[i]);
    }
  MPI_Waitall(8, requests, statuses);
  for (int i = 0; i < 8 && rank == receiver; ++i) {
    int count, expected[kCount];
    fill(expected, 10 * sender + i);
    MPI_Get_count(&statuses[i], MPI_INT, &count);
    expect(memcmp(got[i], expected, sizeof(int) * (kCount - i)) == 0, "message");
    expect(statuses[i].MPI_SOURCE == sender && statuses[i].MPI_TAG == i, "source and tag");
    expect(count == kCount - i, "count");
    printf("%d got %d from %d\n", rank, count, sender);
  }
  for (int i = 0; i < 8; ++i)
    expect(requests[i] == MPI_REQUEST_NULL, "request");
}

static void exchanges(void) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  int sent[kCount], got[kCount], count;
  MPI_Status status;
  MPI_Datatype column;
  fill(sent, rank);
  MPI_Sendrecv(sent, kCount, MPI_INT, next, 3, got, kCount, MPI_INT, before, 3, MPI_COMM_WORLD,
               &status);
  expect(got[7] == 1000 * before + 7 && status.MPI_SOURCE == before, "MPI_Sendrecv");
  MPI_Sendrecv(sent, 0, MPI_INT, next, 3, got, 0, MPI_INT, before, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);

  MPI_Sendrecv_replace(sent, kCount, MPI_INT, next, 4, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                       &status);
  MPI_Get_count(&status, MPI_INT, &count);
  expect(sent[9] == 1000 * before + 9 && status.MPI_TAG == 4 && count == kCount, "replace");
  // Every fifth element, in place.
  MPI_Type_vector(kCount / 5, 1, 5, MPI_INT, &column);
  MPI_Type_commit(&column);
  fill(sent, rank);
  MPI_Sendrecv_replace(sent, 1, column, next, 5, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
  expect(sent[5] == 1000 * before + 5 && sent[6] == 1000 * rank + 6, "replaced column");

  // Half of it, or all of it, with nobody.
  fill(sent, rank);
  int to = rank == 0 ? MPI_PROC_NULL : rank - 1, from = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
  MPI_Sendrecv_replace(sent, kCount, MPI_INT, to, 6, from, 6, MPI_COMM_WORLD, &status);
  expect(status.MPI_SOURCE == from, "source may be nobody");
  expect(sent[0] == 1000 * (from == MPI_PROC_NULL ? rank : from), "kept where nobody sends");
  MPI_Sendrecv_replace(sent, kCount, MPI_INT, MPI_PROC_NULL, 6, MPI_PROC_NULL, 6, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  printf("%d exchanged %d\n", rank, sent[0]);
}

static void nobody(void) {
  int value = 5;
  MPI_Request requests[3];
  MPI_Status statuses[3];
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &statuses[0]);
  expect(statuses[0].MPI_SOURCE == MPI_PROC_NULL && value == 5, "from nobody");
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Recv(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(3, requests, statuses);
  expect(statuses[1].MPI_SOURCE == MPI_PROC_NULL && value == rank, "requests with nobody");
}

int main(int argc, char **argv) {
  static char buffer[1 << 16];
  void *back;
  int bytes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Buffer_attach(buffer, sizeof(buffer));
  for (int sender = 0; sender < size; ++sender)
    modes(sender);
  MPI_Buffer_detach(&back, &bytes);
  expect(back == buffer && bytes == sizeof(buffer), "MPI_Buffer_detach");
  exchanges();
  nobody();
  MPI_Finalize();
  return 0;
}
