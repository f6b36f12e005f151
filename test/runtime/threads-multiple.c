// Eight threads in each of two ranks call MPI at once: operations of every kind, messages, requests that complete
// wherever. The trace has them all, whole. tsan.test runs the same program under the thread sanitizer.
//
// REQUIRES: openmpi
// UNSUPPORTED: tsan
// RUN: %mpicc -pthread %s -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace:buffer=64K %mpirun -n 2 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print %t.trace/traces.otf2 > %t.events
// RUN: test $(grep -c "^RMA_PUT " %t.events) = 640
// RUN: test $(grep -c "^RMA_GET " %t.events) = 320
// RUN: test $(grep -c "^RMA_ATOMIC " %t.events) = 320
// RUN: test $(grep -c "^MPI_ISEND_COMPLETE " %t.events) = 320
// RUN: test $(grep -c "^MPI_IRECV " %t.events) = 320
// RUN: test $(grep -c "^THREAD_END " %t.events) = 16
// RUN: %fencepost analyze %t.trace
//
// OUT-DAG: rank 0: 160 160
// OUT-DAG: rank 1: 160 160

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define THREADS 8
#define ROUNDS 20

static int rank;
static long *window;
static MPI_Win win;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long good;

/* A thread has three elements of its own in the other rank's window; the last is for all. */
static void *work(void *argument) {
  const int me = (int)(long)argument, other = 1 - rank;
  for (long round = 1; round <= ROUNDS; ++round) {
    long value = round * THREADS + me, back = -1, one = 1, in = -1;
    MPI_Request requests[3];
    MPI_Irecv(&in, 1, MPI_LONG, other, me, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&value, 1, MPI_LONG, other, me, MPI_COMM_WORLD, &requests[1]);
    MPI_Put(&value, 1, MPI_LONG, other, 3 * me, 1, MPI_LONG, win);
    MPI_Win_flush(other, win);
    MPI_Rput(&value, 1, MPI_LONG, other, 3 * me + 1, 1, MPI_LONG, win, &requests[2]);
    MPI_Accumulate(&one, 1, MPI_LONG, other, 3 * THREADS, 1, MPI_LONG, MPI_SUM, win);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Get(&back, 1, MPI_LONG, other, 3 * me, 1, MPI_LONG, win);
    MPI_Win_flush_local(other, win);
    pthread_mutex_lock(&mutex);
    good += back == value && in == value;
    pthread_mutex_unlock(&mutex);
  }
  MPI_Win_flush(other, win);
  return NULL;
}

int main(int argc, char **argv) {
  int provided;
  pthread_t threads[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate((3 * THREADS + 1) * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  window[3 * THREADS] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %ld %ld\n", rank, good, window[3 * THREADS]);
  MPI_Win_free(&win);
  return MPI_Finalize();
}
