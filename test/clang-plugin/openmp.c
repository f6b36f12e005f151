// RUN: %clang -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang++ -x c++ -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// OpenMP constructs: what a team of one thread does wrong is warned about; what other threads may do in between is not.
#include <mpi.h>
#if __has_include(<omp.h>)
#include <omp.h>
#else
int omp_get_thread_num(void), omp_get_num_threads(void);
#endif
void parallelFor(int n, int t, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = i; // expected-warning {{'b[i]' is written while MPI_Put}}
  MPI_Win_unlock_all(win);
}
void reduction(int n, int t, MPI_Win win) {
  double s = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&s, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
#pragma omp parallel for reduction(+:s) // expected-warning {{'s' is written while MPI_Put}}
  for (int i = 0; i < n; i++)
    s += i; 
  MPI_Win_unlock_all(win);
}
void master(int n, int t, MPI_Win win) {
  int v = 0;
#pragma omp parallel
  {
#pragma omp master
    MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put may still be reading 'v' when that goes out of scope}}
#pragma omp barrier
#pragma omp single
    v = 2; // expected-warning {{'v' is written while MPI_Put}}
  }
}
void wholeCycle(int n, int t, MPI_Win win, double *b) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double v = i;
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
    MPI_Put(&v, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, win);
    v = 1; // expected-warning {{'v' is written while MPI_Put}}
    MPI_Win_unlock(t, win);
  }
}
void plainTask(int n, int t, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win);
#pragma omp task
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
#pragma omp taskwait
  MPI_Win_unlock_all(win);
}
void afterwards(int n, int t, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
#pragma omp parallel for
  for (int i = 0; i < n; i++) 
    MPI_Put(b, 1, MPI_DOUBLE, i, i, 1, MPI_DOUBLE, win);
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock_all(win);
}
void sectionsAndSimd(int n, int t, MPI_Win win, double *b, double *c) {
  MPI_Win_fence(0, win);
  MPI_Get(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win);
#pragma omp parallel sections
  {
#pragma omp section
  c[0] = b[0]; // expected-warning {{'b[0]' is read while MPI_Get}}
#pragma omp section
  c[1] = 2;
  }
#pragma omp simd
  for (int i = 0; i < n; i++) c[i] += b[i]; // expected-warning {{'b[i]' is read while MPI_Get}}
  MPI_Win_fence(0, win);
}

void oneIterationAThread(int n, int t, MPI_Win win) {
  MPI_Win_lock_all(0, win);
#pragma omp parallel
  {
    double v;
#pragma omp for schedule(static,1)
    for (int i = 0; i < omp_get_num_threads(); i++) {
      v = i;
      MPI_Put(&v, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, win);
    }
    MPI_Win_flush_local_all(win);
  }
  MPI_Win_unlock_all(win);
}
void sectionsThatWait(int t, MPI_Win win) {
  double b[4] = {0};
  int flushed = 0, ready = 0;
  MPI_Win_lock_all(0, win);
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    { MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, win);
#pragma omp atomic write
      ready = 1; }
#pragma omp section
    { int f = 0; while (!f) {
#pragma omp atomic read
      f = flushed;
      } b[0] = 1; }
#pragma omp section
    { int f = 0; while (!f) {
#pragma omp atomic read
      f = ready;
      } MPI_Win_flush_all(win);
#pragma omp atomic write
      flushed = 1; }
  }
  MPI_Win_unlock_all(win);
}
void taskThatWaits(void) {
  double mem[4], b[4] = {0};
  MPI_Win win;
  volatile int ready = 0;
  MPI_Win_create(mem, sizeof mem, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    { while (!ready) {} MPI_Put(b, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win); }
    MPI_Win_lock_all(0, win);
    ready = 1;
#pragma omp taskwait
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
}
void copiesOfPointers(int n, int t, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win);
#pragma omp parallel firstprivate(b) 
  {
    b = 0;
  }
#pragma omp parallel private(b)
  {
    double c[4];
    b = c;
    b[0] = 1;
  }
  MPI_Win_unlock_all(win);
}
void flushedByAnother(int t, MPI_Win win) {
  MPI_Win_lock_all(0, win);
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      MPI_Win_flush_all(win);
    } else {
      double v = 0;
      MPI_Put(&v, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
#pragma omp critical
      MPI_Win_flush(t, win);
      v = 3;
    }
  }
  MPI_Win_unlock_all(win);
}
void copiesOfArrays(int t, MPI_Win win) {
  double b[4] = {0};
  MPI_Win_lock_all(0, win);
  MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, win);
#pragma omp parallel firstprivate(b)
  b[0] += 1;
#pragma omp task
  b[1] = 2; // implicit firstprivate
#pragma omp taskwait
  MPI_Win_unlock_all(win);
}

void fencesByOne(int steps, int t, MPI_Win win, double *b) {
#pragma omp parallel
  for (int i = 0; i < steps; i++) {
#pragma omp for
    for (int k = 0; k < 8; k++)
      b[k] = i;
#pragma omp single
    {
      MPI_Win_fence(0, win);
      MPI_Put(b, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win);
      MPI_Win_fence(0, win);
    }
  }
}
void forgetsTheFence(int steps, int t, MPI_Win win, double *b) {
#pragma omp parallel
  for (int i = 0; i < steps; i++) {
#pragma omp for
    for (int k = 0; k < 8; k++)
      b[k] = i; // expected-warning {{'b[k]' is written while MPI_Put}}
#pragma omp single
    {
      MPI_Put(b, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win);
    }
  }
}
void toldByMessage(int t, MPI_Win win) {
  double b[8] = {0};
  int told = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
      MPI_Put(b, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win);
      MPI_Send(&told, 1, MPI_INT, t, 0, MPI_COMM_WORLD);
      MPI_Recv(&told, 1, MPI_INT, t, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      b[0] = 1;
    }
#pragma omp single
    {
      int asked;
      MPI_Recv(&asked, 1, MPI_INT, t, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_flush(t, win);
      MPI_Send(&asked, 1, MPI_INT, t, 1, MPI_COMM_WORLD);
    }
  }
}
void onDevice(int n, int t, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
  MPI_Put(b, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win);
#pragma omp target map(b[0:8])
  b[0] = n;
  MPI_Win_unlock_all(win);
}
void cancelled(int n, int t, MPI_Win win, double *b) {
  MPI_Win_lock_all(0, win);
  MPI_Put(b, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, win);
#pragma omp parallel
  {
#pragma omp cancel parallel if (n)
    b[0] = n;
  }
  MPI_Win_unlock_all(win);
}
void lockedByOne(int t, MPI_Win win) {
  double mem[4];
  MPI_Win own;
  MPI_Win_create(mem, sizeof mem, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &own);
#pragma omp parallel
  {
    double v = 1;
    if (omp_get_thread_num() == 0)
      MPI_Win_lock_all(0, own);
#pragma omp barrier
    MPI_Put(&v, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, own);
#pragma omp critical
    MPI_Win_flush_all(own);
#pragma omp barrier
#pragma omp master
    MPI_Win_unlock_all(own);
  }
  MPI_Win_free(&own);
}
