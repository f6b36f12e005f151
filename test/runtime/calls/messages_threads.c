// Threads complete each other's requests and their own, with handles that many share.
// mpi: openmpi mpich
// flags: -pthread

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kThreads = 4, kRounds = 200, kEach = 8 };

static int rank, other;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/// One thread's requests, or those that it starts for another.
struct Batch {
  int sent[kEach], got[kEach];
  MPI_Request requests[2 * kEach];
};

static struct Batch batches[kThreads];
static pthread_barrier_t barrier;

static void start(struct Batch *batch, int tag, int value) {
  MPI_Request request;
  for (int i = 0; i < kEach; ++i) {
    batch->got[i] = -1;
    MPI_Irecv(&batch->got[i], 1, MPI_INT, other, tag, MPI_COMM_WORLD, &batch->requests[2 * i]);
  }
  for (int i = 0; i < kEach; ++i) {
    // Every request of a send passes through one variable.
    batch->sent[i] = value + i;
    MPI_Isend(&batch->sent[i], 1, MPI_INT, other, tag, MPI_COMM_WORLD, &request);
    batch->requests[2 * i + 1] = request;
  }
}

static void finish(struct Batch *batch, int way) {
  int index, done, flag, indices[2 * kEach];
  switch (way % 4) {
  case 0:
    MPI_Waitall(2 * kEach, batch->requests, MPI_STATUSES_IGNORE);
    break;
  case 1:
    do
      MPI_Waitany(2 * kEach, batch->requests, &index, MPI_STATUS_IGNORE);
    while (index != MPI_UNDEFINED);
    break;
  case 2:
    do
      MPI_Testsome(2 * kEach, batch->requests, &done, indices, MPI_STATUSES_IGNORE);
    while (done != MPI_UNDEFINED);
    break;
  default:
    do
      MPI_Testall(2 * kEach, batch->requests, &flag, MPI_STATUSES_IGNORE);
    while (!flag);
  }
}

static void *exchange(void *argument) {
  const int me = (int)(long)argument;
  for (int round = 0; round < kRounds; ++round) {
    start(&batches[me], me, 100 * round);
    pthread_barrier_wait(&barrier);
    // Its own, or those that the next thread has started.
    const int whose = round % 2 ? (me + 1) % kThreads : me;
    finish(&batches[whose], round / 2 + me);
    for (int i = 0; i < kEach; ++i)
      expect(batches[whose].got[i] == 100 * round + i, "value");
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided;
  pthread_t threads[kThreads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  expect(provided == MPI_THREAD_MULTIPLE, "threads");
  pthread_barrier_init(&barrier, NULL, kThreads);
  for (long i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], NULL, exchange, (void *)i);
  for (int i = 0; i < kThreads; ++i)
    pthread_join(threads[i], NULL);
  printf("%d done\n", rank);
  MPI_Finalize();
  return 0;
}
