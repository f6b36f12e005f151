// Requests: arrays of all kinds of them in every wait and test, some null, some ignored; cancelled,
// freed, asked for without completing; of the program's own making.
// not-followed: MPI_Grequest_start MPI_Grequest_complete

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, other;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static int asked, freed;
static int query(void *state, MPI_Status *status) {
  ++asked;
  MPI_Status_set_elements(status, MPI_INT, *(int *)state);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 42;
  status->MPI_TAG = 43;
  return MPI_SUCCESS;
}
static int release(void *state) {
  ++freed;
  return MPI_SUCCESS;
}
static int cancel(void *state, int complete) { return MPI_SUCCESS; }

static void mixed(int ignore) {
  int sent = rank, got = -1, sum = -1, one = 1, state = 3, put = 7, *memory;
  MPI_Win win;
  MPI_Request requests[7], own;
  MPI_Status statuses[7];
  // MPICH 4.0 mixes up parts of four bytes.
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Irecv(&got, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
  requests[1] = MPI_REQUEST_NULL;
  MPI_Rput(&put, 1, MPI_INT, other, 0, 1, MPI_INT, win, &requests[2]);
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[3]);
  MPI_Isend(&sent, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[4]);
  MPI_Grequest_start(query, release, cancel, &state, &requests[5]);
  own = requests[5];
  MPI_Recv_init(&got, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[6]);
  MPI_Grequest_complete(own);
  memset(statuses, 0x55, sizeof(statuses));
  MPI_Waitall(7, requests, ignore ? MPI_STATUSES_IGNORE : statuses);
  expect(got == other && sum == 2, "values");
  if (!ignore) {
    int count;
    MPI_Get_count(&statuses[5], MPI_INT, &count);
    expect(statuses[0].MPI_SOURCE == other && statuses[0].MPI_TAG == 1, "of the receive");
    expect(statuses[5].MPI_SOURCE == 42 && count == 3, "of the program's own");
    expect(statuses[1].MPI_SOURCE == MPI_ANY_SOURCE, "of the null request");
  }
  for (int i = 0; i < 6; ++i)
    expect(requests[i] == MPI_REQUEST_NULL, "complete");
  MPI_Request_free(&requests[6]);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  expect(*memory == 7, "put");
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  printf("%d mixed %d %d\n", rank, got, sum);
}

/// Each way to wait for the requests of 20 receives and sends, some slots empty.
static void ways(void) {
  enum { kSlots = 42 };
  int sent[20], got[20], flag, done, index, indices[kSlots];
  MPI_Request requests[kSlots];
  MPI_Status status, statuses[kSlots];
  for (int way = 0; way < 11; ++way) {
    for (int i = 0; i < kSlots; ++i)
      requests[i] = MPI_REQUEST_NULL;
    for (int i = 0; i < 20; ++i)
      MPI_Irecv(&got[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[2 * i]);
    for (int i = 0; i < 20; ++i) {
      sent[i] = 1000 * way + 10 * i + rank;
      MPI_Isend(&sent[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[2 * i + 1]);
    }
    switch (way) {
    case 0:
      MPI_Waitall(kSlots, requests, MPI_STATUSES_IGNORE);
      break;
    case 1:
      for (int i = kSlots - 1; i >= 0; --i)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
      break;
    case 2:
    case 3:
      for (;;) {
        MPI_Waitany(kSlots, requests, &index, way == 2 ? MPI_STATUS_IGNORE : &status);
        if (index == MPI_UNDEFINED)
          break;
        if (way == 3 && index % 2 == 0)
          expect(status.MPI_TAG == index / 2, "tag of MPI_Waitany");
      }
      break;
    case 4:
    case 5:
      for (;;) {
        MPI_Waitsome(kSlots, requests, &done, indices, way == 4 ? MPI_STATUSES_IGNORE : statuses);
        if (done == MPI_UNDEFINED)
          break;
        for (int i = 0; i < done && way == 5; ++i)
          if (indices[i] % 2 == 0)
            expect(statuses[i].MPI_TAG == indices[i] / 2, "tag of MPI_Waitsome");
      }
      break;
    case 6:
      do
        MPI_Testall(kSlots, requests, &flag, statuses);
      while (!flag);
      expect(statuses[6].MPI_TAG == 3, "tag of MPI_Testall");
      break;
    case 7:
      do
        MPI_Testany(kSlots, requests, &index, &flag, &status);
      while (!flag || index != MPI_UNDEFINED);
      break;
    case 8:
      do
        MPI_Testsome(kSlots, requests, &done, indices, MPI_STATUSES_IGNORE);
      while (done != MPI_UNDEFINED);
      break;
    case 9:
      // Moved, in another order.
      for (int i = 0; i < kSlots / 2; ++i) {
        MPI_Request first = requests[i];
        requests[i] = requests[kSlots - 1 - i];
        requests[kSlots - 1 - i] = first;
      }
      MPI_Waitall(kSlots, requests, statuses);
      expect(statuses[kSlots - 1 - 6].MPI_TAG == 3, "tag of a moved request");
      break;
    default:
      for (int i = 0; i < kSlots; ++i)
        do
          MPI_Test(&requests[i], &flag, &status);
        while (!flag);
    }
    for (int i = 0; i < 20; ++i)
      expect(got[i] == 1000 * way + 10 * i + other, "value");
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
  MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
  expect(flag, "nothing is complete");
  MPI_Waitany(0, NULL, &index, &status);
  expect(index == MPI_UNDEFINED, "none of nothing");
  printf("%d waited in every way\n", rank);
}

static void cancelled(void) {
  int nothing = 0, flag, got = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&nothing, 1, MPI_INT, other, 77, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  expect(flag, "cancelled");
  // A persistent one can be started again.
  MPI_Recv_init(&got, 1, MPI_INT, other, 77, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Start(&request);
  MPI_Send(&rank, 1, MPI_INT, other, 77, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  expect(!flag && got == other, "received the second time");
  MPI_Request_free(&request);
  printf("%d cancelled, got %d\n", rank, got);
}

static void freedAndAsked(void) {
  int sent = rank + 5, got = 0, flag = 0, back = 0;
  MPI_Request request;
  MPI_Status status;
  // Freed while it is under way: the answer says that it is over.
  MPI_Isend(&sent, 1, MPI_INT, other, 78, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  expect(request == MPI_REQUEST_NULL, "freed");
  MPI_Recv(&got, 1, MPI_INT, other, 78, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&got, 1, MPI_INT, other, 79, &back, 1, MPI_INT, other, 79, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  expect(got == other + 5 && back == rank + 5, "values");
  sent = 0;

  MPI_Irecv(&got, 1, MPI_INT, other, 80, MPI_COMM_WORLD, &request);
  MPI_Send(&rank, 1, MPI_INT, other, 80, MPI_COMM_WORLD);
  do
    MPI_Request_get_status(request, &flag, &status);
  while (!flag);
  expect(got == other && request != MPI_REQUEST_NULL && status.MPI_TAG == 80, "complete");
  MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  expect(flag, "still complete");
  MPI_Wait(&request, &status);
  expect(request == MPI_REQUEST_NULL && status.MPI_SOURCE == other, "and waited for");
  MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
  expect(flag && status.MPI_SOURCE == MPI_ANY_SOURCE, "nothing is complete");
  printf("%d freed and asked\n", rank);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  mixed(0);
  mixed(1);
  expect(asked <= 2 && freed == 2, "own requests");
  ways();
  cancelled();
  freedAndAsked();
  MPI_Finalize();
  return 0;
}
