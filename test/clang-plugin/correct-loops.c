// RUN: %clang -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Correct programs: rims of a mesh, loops that stop early, threads and OpenMP.
// expected-no-diagnostics
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// Ghost exchange with a struct by value, neighbours by array and boundary branches
typedef struct {
  MPI_Win win;
  double *send[4], *recv[4];
  int nbr[4], n[4];
} Ex;
void ex(Ex e, double *f) {
  MPI_Win_fence(0, e.win);
  for (int d = 0; d < 4; d++) {
    for (int i = 0; i < e.n[d]; i++)
      e.send[d][i] = f[i];
    MPI_Put(e.send[d], e.n[d], MPI_DOUBLE, e.nbr[d], 0, e.n[d], MPI_DOUBLE, e.win);
  }
  MPI_Win_fence(0, e.win);
  for (int d = 0; d < 4; d++)
    for (int i = 0; i < e.n[d]; i++)
      f[i] = e.recv[d][i];
}
void boundary2(double *u, int n, int rank, int size, MPI_Win win) {
  int up = rank == 0 ? MPI_PROC_NULL : rank - 1, down = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
  MPI_Win_fence(0, win);
  MPI_Get(u, n, MPI_DOUBLE, up, 0, n, MPI_DOUBLE, win);
  MPI_Get(u + 5 * n, n, MPI_DOUBLE, down, 0, n, MPI_DOUBLE, win);
  if (rank == 0)
    for (int i = 0; i < n; i++)
      u[i] = 1;
  if (rank == size - 1)
    for (int i = 0; i < n; i++)
      u[5 * n + i] = 0;
  MPI_Win_fence(0, win);
}
// only one put, the loop writes after completing
void first(int n, int t, MPI_Win win) {
  int v = 0, started = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    if (started) {
      MPI_Win_flush_local(t, win);
      started = 0;
    }
    v = i;
    MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
    started = 1;
  }
  MPI_Win_unlock_all(win);
}
// break after issuing
void once(int n, MPI_Win win, const int *want) {
  int v;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    v = want[i];
    if (v > 0) {
      MPI_Put(&v, 1, MPI_INT, i, 0, 1, MPI_INT, win);
      break;
    }
  }
  MPI_Win_unlock_all(win);
}
// loop that runs once: do { } while (0), and issue at its end followed by break
void only(int t, MPI_Win win) {
  int v;
  MPI_Win_lock_all(0, win);
  do {
    v = 1;
    MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  } while (0);
  for (;;) {
    int w = 2;
    MPI_Put(&w, 1, MPI_INT, t, 1, 1, MPI_INT, win);
    MPI_Win_flush(t, win);
    w = 3;
    break;
  }
  MPI_Win_unlock_all(win);
}
// two-phase with swap through temp struct
struct pair {
  double *cur, *nxt;
};
void sw(struct pair p, int n, int t, MPI_Win win) {
  MPI_Win_lock_all(0, win);
  for (int it = 0; it < n; it++) {
    p.cur[0] = it;
    MPI_Put(p.cur, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
    struct pair q = {p.nxt, p.cur};
    p = q;
    if (it % 2)
      MPI_Win_flush_local_all(win);
  }
  MPI_Win_unlock_all(win);
}
// realloc/grow
void grow(int n, int t, MPI_Win win) {
  int *a = malloc(4);
  MPI_Win_lock_all(0, win);
  for (int i = 1; i < n; i++) {
    MPI_Put(a, 1, MPI_INT, t, 0, 1, MPI_INT, win);
    MPI_Win_flush(t, win);
    a = realloc(a, 4 * (i + 1));
    a[0] = i;
  }
  MPI_Win_unlock_all(win);
}
// errors return variable rc
int rcs(int t) {
  int rc, v = 0, m;
  MPI_Win w;
  rc = MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rc != MPI_SUCCESS)
    return rc;
  rc = MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  if (rc != MPI_SUCCESS) {
    MPI_Win_free(&w);
    return rc;
  }
  rc = MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  if (rc == MPI_SUCCESS)
    rc = MPI_Win_unlock(t, w);
  if (rc != MPI_SUCCESS)
    return rc;
  printf("%d\n", v);
  return MPI_Win_free(&w);
}
// Test loop interleaved with work on other half
void halves(int t, MPI_Win win) {
  double a[100];
  int done = 0;
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  MPI_Rget(a, 50, MPI_DOUBLE, t, 0, 50, MPI_DOUBLE, win, &r);
  for (int i = 50; i < 100 && !done; i++) {
    a[i] = i;
    MPI_Test(&r, &done, MPI_STATUS_IGNORE);
  }
  if (!done)
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  a[0] = 1;
  MPI_Win_unlock_all(win);
}
void alias(int n, int t, MPI_Win win, double *x, double *y) {
  double *p = x;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    double *q = i % 2 ? x : y;
    q[0] = i;
    MPI_Put(q, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
    if (i % 2)
      MPI_Win_flush(t, win);
  }
  MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
  x = y;
  x[0] = 1;
  MPI_Win_unlock_all(win);
}
static pthread_mutex_t mutex;
void threads(int t, MPI_Win win, int *shared) {
  MPI_Put(shared, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  pthread_mutex_lock(&mutex);
  *shared = 1;
  pthread_mutex_unlock(&mutex);
}
void omp(int n, int t, MPI_Win win, double *a) {
  double tmp = 0;
  MPI_Win_lock_all(0, win);
  MPI_Put(&tmp, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
#pragma omp parallel for private(tmp)
  for (int i = 0; i < n; i++) {
    tmp = i;
    a[i] = tmp;
  }
  MPI_Win_unlock_all(win);
}
void omp2(int n, int t, MPI_Win win) {
  int v = 0;
#pragma omp parallel
  {
#pragma omp master
    MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
#pragma omp barrier
#pragma omp master
    MPI_Win_flush(t, win);
#pragma omp barrier
#pragma omp single
    v = 2;
  }
}
