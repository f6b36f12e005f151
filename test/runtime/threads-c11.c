// Threads of C11, and a cancelled one, one that exits early, one that outlives MPI_Finalize.
//
// REQUIRES: openmpi
// RUN: %mpicc -pthread %s -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print %t.trace/traces.otf2 | %FileCheck %s
//
// The static library is in the way of the same functions.
// RUN: %mpicc-plain -pthread %s -o %t.static %build/lib/fencepost/openmpi/libfencepost-rt.a -lotf2 -ldw -lstdc++ -lm
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t.static | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print %t.trace/traces.otf2 | %FileCheck %s
//
// OUT: 3 canceled 5
// CHECK: THREAD_CREATE {{.*}}Sequence Count: 1
// CHECK: METRIC {{.*}}UINT64; 259)
// CHECK: THREAD_WAIT {{.*}}Sequence Count: 1
// CHECK: THREAD_WAIT {{.*}}Sequence Count: 2
// CHECK: THREAD_WAIT {{.*}}Sequence Count: 3
// CHECK: THREAD_CREATE {{.*}}Sequence Count: 4
// CHECK: PROGRAM_END

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>

static mtx_t mutex;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static int count;
static volatile int over;

static void add(void) { ++count; }

static int work(void *unused) {
  (void)unused;
  call_once(&once, add);
  mtx_lock(&mutex);
  ++count;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  return 3;
}

static void *waitForever(void *unused) {
  for (;;)
    pause();
  return unused;
}

static void *leave(void *value) { pthread_exit(value); }

static void *outlive(void *unused) {
  while (!over) {
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    usleep(1000);
  }
  return unused;
}

int main(int argc, char **argv) {
  thrd_t thread;
  pthread_t cancelled, leaving, last;
  int result;
  void *status, *value;
  MPI_Init(&argc, &argv);
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  mtx_lock(&mutex);
  thrd_create(&thread, work, NULL);
  while (count < 2)
    cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  thrd_join(thread, &result);
  pthread_create(&cancelled, NULL, waitForever, NULL);
  pthread_cancel(cancelled);
  pthread_join(cancelled, &status);
  pthread_create(&leaving, NULL, leave, (void *)5L);
  pthread_join(leaving, &value);
  pthread_create(&last, NULL, outlive, NULL);
  printf("%d %s %ld\n", result, status == PTHREAD_CANCELED ? "canceled" : "?", (long)value);
  MPI_Finalize();
  over = 1;
  pthread_join(last, NULL);
  return 0;
}
