// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// What the first iteration of a loop leaves under way.
#include <mpi.h>
void unseen(double *x);
void afterLoop(MPI_Win w, double *x, int t, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++)
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  x[0] = 1;
}
void flushedEach(MPI_Win w, double *x, int t, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
    MPI_Win_flush_local(t, w);
  }
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void flushedBefore(MPI_Win w, double *x, int t, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Win_flush_local(t, w);
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void perTarget(MPI_Win w, double *x, int n) {
  MPI_Win_lock_all(0, w);
  for (int t = 0; t < n; t++) {
    MPI_Put(&x[t], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    MPI_Win_flush(t, w);
  }
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void perTargetLate(MPI_Win w, double *x, int n) {
  MPI_Win_lock_all(0, w);
  for (int t = 0; t < n; t++)
    MPI_Put(&x[t], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  for (int t = 0; t < n; t++)
    MPI_Win_flush(t, w);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void perTargetLocks(MPI_Win w, double *x, int n) {
  for (int t = 0; t < n; t++)
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  for (int t = 0; t < n; t++)
    MPI_Put(&x[t], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  for (int t = 0; t < n; t++)
    MPI_Win_unlock(t, w);
  x[0] = 1;
}
void skips(MPI_Win w, double *x, int rank, int n) {
  MPI_Win_lock_all(0, w);
  for (int t = 0; t < n; t++)
    if (t != rank)
      MPI_Put(&x[t], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void others(MPI_Win w, double *x, int t, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 1; i < n; i++)
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void downwards(MPI_Win w, double *x, int t) {
  MPI_Win_lock_all(0, w);
  for (int i = 7; i >= 0; i--)
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  x[8] = 1;
  x[7] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void steps(MPI_Win w, double *x, int t, int steps) {
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < 4; i++)
      x[i] = s;
    MPI_Win_fence(0, w);
    for (int i = 0; i < 4; i++)
      MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
  }
}
void stepsWrong(MPI_Win w, double *x, int t, int steps) {
  for (int s = 0; s < steps; s++) {
    MPI_Win_fence(0, w);
    for (int i = 0; i < 4; i++)
      MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
    for (int i = 0; i < 4; i++)
      x[i] = s; // expected-warning {{[rma-local-race]}}
    MPI_Win_fence(0, w);
  }
}
void scoped(MPI_Win w, int t) {
  MPI_Win_fence(0, w);
  {
    double x[4] = {0};
    for (int i = 0; i < 4; i++)
      MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w); // expected-warning {{[rma-buffer-lifetime]}}
  }
  MPI_Win_fence(0, w);
}
void rows(MPI_Win w, double (*u)[16], int t, int n) {
  MPI_Win_fence(0, w);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 16; j++)
      MPI_Put(&u[i][j], 1, MPI_DOUBLE, t, 16 * i + j, 1, MPI_DOUBLE, w);
  u[4][0] = 1;
  u[0][0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
}
void neighboursOnly(MPI_Win w, double *x, const int *nb, int n) {
  MPI_Win_fence(0, w);
  for (int i = 0; i < n; i++)
    if (nb[i] != MPI_PROC_NULL)
      MPI_Put(&x[i], 1, MPI_DOUBLE, nb[i], i, 1, MPI_DOUBLE, w);
  x[0] = 1;
  MPI_Win_fence(0, w);
}
void onlyRead(MPI_Win w, double *x, int t, double *s) {
  MPI_Win_fence(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  *s += x[0];
  MPI_Win_fence(0, w);
}
void nextArray(MPI_Win w, double *x, int t) {
  MPI_Win_fence(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  x += 4;
  x[0] = 1;
  MPI_Win_fence(0, w);
}
void byRank(MPI_Win w, double *x, int rank, int n) {
  MPI_Win_fence(0, w);
  if (rank == 0)
    for (int i = 0; i < n; i++)
      MPI_Put(&x[i], 1, MPI_DOUBLE, i, i, 1, MPI_DOUBLE, w);
  if (rank != 0)
    x[0] = 1;
  MPI_Win_fence(0, w);
}
// Requests of several kinds.
void otherArray(MPI_Win w, double *x, int t) {
  MPI_Request a[2], b[2];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 2; i++) {
    MPI_Rget(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &a[i]);
    MPI_Rget(&x[2 + i], 1, MPI_DOUBLE, t, 2 + i, 1, MPI_DOUBLE, w, &b[i]);
  }
  MPI_Waitall(2, a, MPI_STATUSES_IGNORE);
  x[1] = 1;
  x[0] = 1;
  x[2] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Waitall(2, b, MPI_STATUSES_IGNORE);
  x[2] = 1;
  MPI_Win_unlock_all(w);
}
void evenOdd(MPI_Win w, double *x, int t) {
  MPI_Request r[8];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) {
    MPI_Rget(&x[2 * i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[2 * i]);
    MPI_Rget(&x[2 * i + 1], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[2 * i + 1]);
  }
  MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void inTwoHalves(MPI_Win w, double *x, int t) {
  MPI_Request r[8];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 8; i++)
    MPI_Rget(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  MPI_Waitall(4, &r[4], MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void oneByOne(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rget(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  for (int i = 0; i < 4; i++) {
    MPI_Wait(r + i, MPI_STATUS_IGNORE);
    x[i] += 1;
  }
  MPI_Win_unlock_all(w);
}
void freed(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 1, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Request *p = r;
  MPI_Waitall(2, p, MPI_STATUSES_IGNORE);
  x[0] = x[1] = 1;
  MPI_Win_unlock_all(w);
}
void some(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  int n, left = 4, at[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rget(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  while (left > 0) {
    MPI_Waitsome(4, r, &n, at, MPI_STATUSES_IGNORE);
    for (int k = 0; k < n; k++)
      x[at[k]] = 0;
    left -= n;
  }
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void chunks(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 8; i += 2) {
    MPI_Rput(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[0]);
    MPI_Rput(&x[i + 1], 1, MPI_DOUBLE, t, i + 1, 1, MPI_DOUBLE, w, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  }
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
// A loop that may end before its time has a first iteration all the same.
void searched(MPI_Win w, int *x, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(x, n, MPI_INT, 0, 0, n, MPI_INT, w);
  for (int i = 0; i < n; i++)
    if (x[i] > 0) // expected-warning {{'x[i]' is read while MPI_Get}}
      break;
  MPI_Win_unlock(0, w);
}
int found(MPI_Win w, int *x, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(x, n, MPI_INT, 0, 0, n, MPI_INT, w);
  for (int i = 0; i < n; i++) {
    if (x[i] > 0) { // expected-warning {{'x[i]' is read while MPI_Get}}
      MPI_Win_unlock(0, w);
      return i;
    }
  }
  MPI_Win_unlock(0, w);
  return -1;
}
int flushedInTheFirst(MPI_Win w, int *x, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(x, n, MPI_INT, 0, 0, n, MPI_INT, w);
  for (int i = 0; i < n; i++) {
    if (i == 0) {
      MPI_Win_flush(0, w);
      continue;
    }
    if (x[i] > 0)
      break;
  }
  return MPI_Win_unlock(0, w);
}
int behindContinue(MPI_Win w, int *x, int n) {
  int sum = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(x, 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  for (int i = 0; i < n; i++) {
    if (i < 4)
      continue;
    sum += x[i];
  }
  MPI_Win_unlock(0, w);
  return sum;
}
int fromTheFifth(MPI_Win w, int *x, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(x, 4, MPI_INT, 0, 0, 4, MPI_INT, w);
  for (int i = 4; i < n; i++) {
    if (x[i])
      break;
    x[i] = 1;
  }
  return MPI_Win_unlock(0, w);
}
// Requests of a loop that may end before its time are not as many as it counts to.
void askedSome(MPI_Win w, double *x, int t) {
  MPI_Request r[8];
  int n = 0;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 8; i++) {
    MPI_Rput(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
    n = i + 1;
    if (x[i] < 0)
      break;
  }
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
