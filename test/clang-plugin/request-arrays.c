// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Requests in arrays: which are waited for, and what is used meanwhile.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#define N 8
void fewer(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]); // expected-warning {{[rma-request-leak]}}
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void never(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]); // expected-warning {{[rma-request-leak]}}
  MPI_Win_unlock_all(w);
}
void neverOne(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 1, 1, MPI_DOUBLE, w, &r[1]); // expected-warning {{[rma-request-leak]}}
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w);
}
void neverOne2(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, r);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 1, 1, MPI_DOUBLE, w, r + 1); // expected-warning {{[rma-request-leak]}}
  MPI_Waitall(1, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void overwritten(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 1, 1, MPI_DOUBLE, w, &r[0]); // expected-warning {{[rma-request-leak]}}
  MPI_Waitall(1, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void usedBefore(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rget(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rget(x + 1, 1, MPI_DOUBLE, t, 1, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  x[0] += 1;
  x[1] += 1; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  x[1] += 1;
  MPI_Win_unlock_all(w);
}
void usedBeforeAll(MPI_Win w, double *x, int t, int n) {
  MPI_Request r[N];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < N; i++)
    MPI_Rget(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  x[0] += 1; // expected-warning {{[rma-local-race]}}
  MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
  x[0] += 1;
  MPI_Win_unlock_all(w);
}
void usedBeforeAll2(MPI_Win w, int t) {
  MPI_Request r[N];
  double x[N];
  double s = 0;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < N; i++)
    MPI_Rget(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  for (int i = 0; i < N; i++)
    s += x[i]; // expected-warning {{[rma-local-race]}}
  MPI_Waitall(N, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void right1(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  x[0] = 3;
  MPI_Win_unlock_all(w);
}
void right2(MPI_Win w, double *x, int t, int n) {
  MPI_Request *r = malloc(n * sizeof *r);
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, r + i);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  x[0] = 3;
  MPI_Win_unlock_all(w);
  free(r);
}
void right3(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  int k = 0;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    if (i != t)
      MPI_Rput(x + i, 1, MPI_DOUBLE, i, i, 1, MPI_DOUBLE, w, &r[k++]);
  MPI_Waitall(k, r, MPI_STATUSES_IGNORE);
  x[0] = 3;
  MPI_Win_unlock_all(w);
}
void right4(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, i, i, 1, MPI_DOUBLE, w, &r[i]);
  for (int i = 0; i < 4; i++)
    MPI_Wait(&r[i], MPI_STATUS_IGNORE);
  x[0] = 3;
  MPI_Win_unlock_all(w);
}
void right5(MPI_Win w, double *x, int t) {
  MPI_Request r[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int done = 0;
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[2]);
  while (!done)
    MPI_Testall(4, r, &done, MPI_STATUSES_IGNORE);
  x[0] = 3;
  MPI_Win_unlock_all(w);
}
void right6(MPI_Win w, double *x, int t, int n) {
  // pipeline of depth two
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Wait(&r[i % 2], MPI_STATUS_IGNORE);
    x[i % 2] = i;
    MPI_Rput(&x[i % 2], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i % 2]);
  }
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void right7(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, i, i, 1, MPI_DOUBLE, w, &r[i]);
  for (int i = 0; i < 4; i++) {
    int k;
    MPI_Waitany(4, r, &k, MPI_STATUS_IGNORE);
    x[k] = 0;
  }
  MPI_Win_unlock_all(w);
}
void right8(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, i, i, 1, MPI_DOUBLE, w, &r[i]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  x[0] = x[1] = 0;
  MPI_Waitall(2, r + 2, MPI_STATUSES_IGNORE);
  x[2] = 0;
  MPI_Win_unlock_all(w);
}
void wrong8(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x + 0, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Rput(x + 2, 1, MPI_DOUBLE, 2, 0, 1, MPI_DOUBLE, w, &r[2]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  x[0] = x[1] = 0;
  x[2] = 0; // expected-warning {{[rma-local-race]}}
  MPI_Waitall(1, r + 2, MPI_STATUSES_IGNORE);
  x[2] = 0;
  MPI_Win_unlock_all(w);
}
static void waitFor(int n, MPI_Request *r) { MPI_Waitall(n, r, MPI_STATUSES_IGNORE); }
void unseenWait(int n, MPI_Request *r);
void right9(MPI_Win w, double *x, int t) {
  MPI_Request r[2], q[2];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x + 0, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Rput(x + 2, 1, MPI_DOUBLE, 0, 8, 1, MPI_DOUBLE, w, &q[0]);
  MPI_Rput(x + 3, 1, MPI_DOUBLE, 1, 8, 1, MPI_DOUBLE, w, &q[1]);
  waitFor(2, r);
  unseenWait(2, q);
  x[0] = x[1] = x[2] = x[3] = 0;
  MPI_Win_unlock_all(w);
}
struct Job { MPI_Request r; double buf[4]; };
void jobs(MPI_Win w, struct Job *j, int t) {
  MPI_Win_lock_all(0, w);
  MPI_Rput(j->buf, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w, &j->r);
  j->buf[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&j->r, MPI_STATUS_IGNORE);
  j->buf[0] = 1;
  MPI_Win_unlock_all(w);
}
void jobArray(MPI_Win w, int t) {
  struct Job j[2];
  memset(j, 0, sizeof j);
  MPI_Win_lock_all(0, w);
  MPI_Rput(j[0].buf, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w, &j[0].r);
  MPI_Rput(j[1].buf, 4, MPI_DOUBLE, t, 8, 4, MPI_DOUBLE, w, &j[1].r);
  MPI_Wait(&j[0].r, MPI_STATUS_IGNORE);
  j[0].buf[0] = 1;
  j[1].buf[0] = 1; // requests in members are left to the run
  MPI_Wait(&j[1].r, MPI_STATUS_IGNORE);
  j[1].buf[0] = 1;
  MPI_Win_unlock_all(w);
}
void inMemory(MPI_Win w, double *x, int t, MPI_Request *r) {
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, r);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, r + 1);
}
void copied(MPI_Win w, double *x, int t, MPI_Request *out) {
  MPI_Request r[2];
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  memcpy(out, r, sizeof r);
}
void copied2(MPI_Win w, double *x, int t, MPI_Request *out) {
  MPI_Request r[2];
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  out[0] = r[0];
  out[1] = r[1];
}
void swapped(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Request h = r[0];
  r[0] = r[1];
  r[1] = h;
  MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  x[0] = 1;
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w);
}
void partlyLoop(MPI_Win w, double *x, int t, int n) {
  MPI_Request r[16];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i += 16) {
    int m = n - i < 16 ? n - i : 16;
    for (int k = 0; k < m; k++)
      MPI_Rput(x + i + k, 1, MPI_DOUBLE, t, i + k, 1, MPI_DOUBLE, w, &r[k]);
    MPI_Waitall(m, r, MPI_STATUSES_IGNORE);
  }
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void startFrom1(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  MPI_Win_lock_all(0, w);
  for (int i = 1; i <= 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i - 1]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void fromOne(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  r[0] = MPI_REQUEST_NULL;
  MPI_Win_lock_all(0, w);
  for (int i = 1; i < 4; i++)
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  MPI_Waitall(3, r + 1, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void otherWindow(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rget(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rget(x + 1, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Win_flush_local_all(w);
  x[0] = 1;
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
void mixedRequests(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  double y;
  MPI_Win_lock_all(0, w);
  MPI_Irecv(&y, 1, MPI_DOUBLE, t, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Rget(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w);
}
void oneOfTwo(MPI_Win w, double *x, int t) {
  MPI_Request a, b;
  MPI_Win_lock_all(0, w);
  MPI_Rget(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &a);
  MPI_Rget(x + 1, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &b);
  MPI_Request both[] = {a, b};
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  x[0] = x[1] = 0;
  MPI_Win_unlock_all(w);
}
void dims(MPI_Win w, double *x, const int *nb) {
  MPI_Request r[2][2];
  MPI_Win_lock_all(0, w);
  for (int d = 0; d < 2; d++)
    for (int s = 0; s < 2; s++)
      MPI_Rput(x + 2 * d + s, 1, MPI_DOUBLE, nb[2 * d + s], 0, 1, MPI_DOUBLE, w, &r[d][s]);
  MPI_Waitall(4, &r[0][0], MPI_STATUSES_IGNORE);
  x[0] = 0;
  MPI_Win_unlock_all(w);
}
void breaks(MPI_Win w, double *x, int t) {
  MPI_Request r[4];
  int n = 0;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) {
    if (x[i] < 0)
      break;
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
    n++;
  }
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
