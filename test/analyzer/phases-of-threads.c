// Runs with several threads a process are read in phases, too: between two iterations nothing is under way, however the
// threads wait for each other.
//
// REQUIRES: openmpi, openmp
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} = REGIONS
// DEFINE: %{phases} = \
// DEFINE:   %mpicc -fopenmp -D%{mode} %s -o %t/prog && \
// DEFINE:   env FENCEPOST_OPTIONS=trace=%t/%{mode} OMP_NUM_THREADS=3 %mpirun -n 2 %t/prog && \
// DEFINE:   %analyze -n 2 --phase 1 -o %t/%{mode}.db %t/%{mode} && \
// DEFINE:   %query %t/%{mode}.db "SELECT CASE WHEN CAST(value AS INT) >= 20 THEN 'many' ELSE value END FROM meta WHERE key = 'phases'" "SELECT finding, message FROM finding WHERE level <> 'note'" "SELECT 'end'" | %FileCheck %s
//
// RUN: %{phases}
// CHECK: many
// CHECK-NEXT: end
// REDEFINE: %{mode} = ONE_REGION
// RUN: %{phases}
// REDEFINE: %{mode} = TASKS
// RUN: %{phases}
// REDEFINE: %{mode} = JOINED
// RUN: %{phases}
// REDEFINE: %{mode} = POOL
// RUN: %{phases}
//
// A thread that goes on by itself keeps the run together.
// REDEFINE: %{mode} = ALONE
// RUN: %{phases} --check-prefix=ALONE
// ALONE-NOT: many
// ALONE: end

#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { kTimes = 30, kCells = 64, kThreads = 2 };

static int *memory, rank, size;
static MPI_Win win;

static void fill(int first, int step, int time) {
  for (int i = first; i < kCells / 2; i += step)
    memory[i] = time + i;
}

static void exchange(void) {
  MPI_Win_fence(0, win);
  MPI_Put(memory, kCells / 2, MPI_INT, (rank + 1) % size, kCells / 2, kCells / 2, MPI_INT, win);
  MPI_Win_fence(0, win);
}

#if defined JOINED || defined ALONE
static atomic_int last;

static void *worker(void *times) {
#ifdef ALONE
  (void)times;
  while (!last) // loads and stores cells that nobody else does
    memory[kCells] += 1;
#else
  fill(0, 1, *(int *)times);
#endif
  return 0;
}
#endif

#ifdef POOL
static sem_t go[kThreads], done[kThreads];
static int times[kThreads];

static void *worker(void *number) {
  int me = *(int *)number;
  for (int time = 0; time < kTimes; ++time) {
    sem_wait(&go[me]);
    fill(me, kThreads, time);
    sem_post(&done[me]);
  }
  return 0;
}
#endif

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate((kCells + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef POOL
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    sem_init(&go[i], 0, 0);
    sem_init(&done[i], 0, 0);
    times[i] = i;
    pthread_create(&threads[i], 0, worker, &times[i]);
  }
#elif defined ALONE
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
#endif
#ifdef ONE_REGION
#pragma omp parallel
#endif
  for (int time = 0; time < kTimes; ++time) {
#if defined REGIONS
#pragma omp parallel for
    for (int i = 0; i < kCells / 2; ++i)
      memory[i] = time + i;
#elif defined ONE_REGION
#pragma omp for
    for (int i = 0; i < kCells / 2; ++i)
      memory[i] = time + i;
#pragma omp master
    exchange();
#pragma omp barrier
    continue;
#elif defined TASKS
#pragma omp parallel
#pragma omp single
    for (int first = 0; first < 4; ++first) {
#pragma omp task firstprivate(first)
      fill(first, 4, time);
    }
#elif defined JOINED
    pthread_t thread;
    pthread_create(&thread, 0, worker, &time);
    pthread_join(thread, 0);
#elif defined POOL
    for (int i = 0; i < kThreads; ++i)
      sem_post(&go[i]);
    for (int i = 0; i < kThreads; ++i)
      sem_wait(&done[i]);
#else
    fill(0, 1, time);
#endif
    exchange();
  }
#ifdef POOL
  for (int i = 0; i < kThreads; ++i)
    pthread_join(threads[i], 0);
#elif defined ALONE
  last = 1;
  pthread_join(thread, 0);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
