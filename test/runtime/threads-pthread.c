// What orders threads of POSIX: each function releases or acquires its object.
//
// REQUIRES: openmpi
// RUN: %mpicc -pthread %s -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck --check-prefix=DEF %s
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 | %FileCheck --check-prefix=MAIN %s
// RUN: %otf2-print -L 4294967296 %t.trace/traces.otf2 | %FileCheck --check-prefix=CHILD %s
// RUN: %fencepost analyze %t.trace
//
// With access=off nothing of it is recorded, and the thread leaves no journal.
// RUN: env FENCEPOST_OPTIONS=trace=%t.off:access=off %mpirun -n 1 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print %t.off/traces.otf2 | not grep -e THREAD_ -e METRIC
//
// OUT: 7

#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t meet;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int turn, count;

static void add(void) { ++count; }

static void *work(void *unused) {
  pthread_once(&once, add);
  pthread_barrier_wait(&meet);
  pthread_mutex_lock(&mutex);
  ++count;
  turn = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  sem_wait(&semaphore);
  ++count;
  pthread_rwlock_wrlock(&rwlock);
  ++count;
  pthread_rwlock_unlock(&rwlock);
  pthread_barrier_wait(&meet);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_barrier_wait(&meet);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  MPI_Init(&argc, &argv);
  pthread_mutex_lock(&mutex); // one thread: nothing is recorded
  pthread_mutex_unlock(&mutex);
  sem_init(&semaphore, 0, 0);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&meet, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_once(&once, add);
  pthread_barrier_wait(&meet);
  pthread_mutex_lock(&mutex);
  while (!turn)
    pthread_cond_wait(&changed, &mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  pthread_barrier_wait(&meet);
  pthread_rwlock_wrlock(&rwlock);
  ++count;
  pthread_rwlock_unlock(&rwlock);
  pthread_spin_lock(&spin);
  ++count;
  pthread_spin_unlock(&spin);
  pthread_barrier_wait(&meet);
  pthread_join(thread, NULL);
  printf("%d\n", count);
  return MPI_Finalize();
}

// DEF: PARADIGM {{.*}}PTHREAD, Name: "pthread" {{.*}}Class: THREAD_CREATE_WAIT
// DEF: GROUP {{.*}}Type: COMM_LOCATIONS, Paradigm: "pthread"
// DEF: GROUP {{ *}}[[#GROUP:]] {{.*}}Type: COMM_GROUP, Paradigm: "pthread"{{.*}}2 Members
// DEF: COMM {{.*}}Group: "" <[[#GROUP]]>
// DEF: METRIC_CLASS {{ *}}1 {{.*}}2 Members: "fencepost::sync::what" <5>, "fencepost::sync::object" <6>

// MAIN-NOT: THREAD_ACQUIRE_LOCK
// MAIN: THREAD_CREATE {{.*}}Sequence Count: 1
// MAIN-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::releases" {{.*}} UINT64; [[#]])
// MAIN: METRIC {{.*}}UINT64; 1), {{.*}}UINT64; [[#FIRST:]])
// MAIN: METRIC {{.*}}UINT64; 257), {{.*}}UINT64; [[#FIRST]])
// MAIN-NEXT: THREAD_ACQUIRE_LOCK {{.*}}Model: "pthread" <7>, Lock: [[#MUTEX:]], Acquisition Order: [[#]]
// MAIN-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::acquires" {{.*}} UINT64; [[#OBJECT:]])
// MAIN: THREAD_RELEASE_LOCK {{.*}}Model: "pthread" <7>, Lock: [[#MUTEX]], Acquisition Order: [[#]]
// MAIN-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::releases" {{.*}} UINT64; [[#OBJECT]])
// The semaphore, then the next round of the barrier.
// MAIN: METRIC {{.*}}UINT64; 4), {{.*}}UINT64; [[#SEMAPHORE:]])
// MAIN-NEXT: METRIC {{.*}}UINT64; 1), {{.*}}UINT64; [[#FIRST + 1]])
// MAIN-NEXT: METRIC {{.*}}UINT64; 257), {{.*}}UINT64; [[#FIRST + 1]])
// MAIN: THREAD_ACQUIRE_LOCK {{.*}}Lock: [[#RWLOCK:]],
// MAIN: THREAD_RELEASE_LOCK {{.*}}Lock: [[#RWLOCK]],
// MAIN: THREAD_ACQUIRE_LOCK {{.*}}Lock: [[#SPIN:]],
// MAIN: THREAD_RELEASE_LOCK {{.*}}Lock: [[#SPIN]],
// MAIN: THREAD_WAIT {{.*}}Sequence Count: 1
// MAIN-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::acquires"

// CHILD: THREAD_BEGIN {{.*}}Sequence Count: 1
// CHILD-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::acquires"
// CHILD: METRIC {{.*}}UINT64; 1), {{.*}}UINT64; [[#FIRST:]])
// CHILD: THREAD_ACQUIRE_LOCK
// CHILD: METRIC {{.*}}UINT64; 3)
// CHILD: THREAD_RELEASE_LOCK
// CHILD: METRIC {{.*}}UINT64; 260)
// CHILD: THREAD_ACQUIRE_LOCK
// CHILD: THREAD_RELEASE_LOCK
// CHILD: METRIC {{.*}}UINT64; 1), {{.*}}UINT64; [[#FIRST + 1]])
// A reader takes the lock and gives back an object of the readers' own.
// CHILD: THREAD_ACQUIRE_LOCK
// CHILD-NOT: THREAD_RELEASE_LOCK
// CHILD: METRIC {{.*}}UINT64; 2)
// CHILD: METRIC {{.*}}UINT64; 1), {{.*}}UINT64; [[#FIRST + 2]])
// CHILD: THREAD_END {{.*}}Sequence Count: 1
// CHILD-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::releases"
