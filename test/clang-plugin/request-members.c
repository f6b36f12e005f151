// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Requests in members of local structs, behind pointers and in elements.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
struct C { MPI_Request req; MPI_Request r[2]; double *buf; MPI_Win win; int t; double in[4]; };
void m1(MPI_Win w, int t, double *x) { struct C c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&c.req, MPI_STATUS_IGNORE); x[0] = 2; MPI_Win_unlock_all(w); }
void m2(MPI_Win w, int t, double *x) { struct C c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req); // expected-warning {{[rma-request-leak]}}
  MPI_Win_unlock_all(w); }
void m3(MPI_Win w, int t, double *x) { struct C c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &c.r[1]); 
  MPI_Wait(&c.r[0], MPI_STATUS_IGNORE); x[0] = 2;
  x[1] = 3; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&c.r[1], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w); }
void m4(struct C *h, double *x) {
  MPI_Rput(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, h->t, 8, 1, MPI_DOUBLE, h->win, &h->req); // expected-warning {{[rma-request-leak]}}
  MPI_Wait(&h->req, MPI_STATUS_IGNORE); }
void m5(struct C *h, double *x) {
  MPI_Rput(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
}
void m6(struct C *h, double *x) {
  MPI_Rget(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
  x[0]++; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&h->req, MPI_STATUS_IGNORE); x[0]++; }
void m7(struct C *h, double *x) {
  MPI_Rget(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->r[0]);
  MPI_Rget(x + 1, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->r[1]);
  MPI_Wait(&h->r[0], MPI_STATUS_IGNORE);
  x[0]++;
  x[1]++; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&h->r[1], MPI_STATUS_IGNORE); x[1]++; }
void m8(struct C *h, double *x) {
  MPI_Rget(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->r[0]);
  MPI_Rget(x + 1, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->r[1]);
  MPI_Waitall(2, h->r, MPI_STATUSES_IGNORE);
  x[0]++; x[1]++; }
static void start(struct C *h, double *x) {
  MPI_Rget(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
}
static void finish(struct C *h) { MPI_Wait(&h->req, MPI_STATUS_IGNORE); }
void m9(struct C *h, double *x) { start(h, x); 
  x[0]++; // expected-warning {{[rma-local-race]}}
  finish(h); x[0]++; }
void m10(struct C *h, double *x, double *y) {
  start(h, x);
  start(h + 1, y);
  finish(h);
  x[0]++;
  finish(h + 1);
  y[0]++;
}
void m11(struct C *h, double *x, double *y) { start(h, x); start(h, y);
  finish(h); y[0]++; }
void m12(struct C *h, struct C *g, double *x) {
  MPI_Rget(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
  MPI_Wait(&g->req, MPI_STATUS_IGNORE);
  x[0]++; }
void m13(MPI_Win w, int t, double *x) { struct C c, d; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &d.req);
  MPI_Wait(&c.req, MPI_STATUS_IGNORE); x[0] = 2;
  x[1] = 3; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&d.req, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w); }
void m14(MPI_Win w, int t, double *x) { struct { MPI_Request a, b; } c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.a);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &c.b);
  MPI_Wait(&c.a, MPI_STATUS_IGNORE); x[0] = 2;
  x[1] = 3; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&c.b, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w); }
void m15(MPI_Win w, int t, double *x) { struct { MPI_Request a, b; } c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.a);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &c.b);
  MPI_Waitall(2, &c.a, MPI_STATUSES_IGNORE);
  x[0] = 2; x[1] = 3; 
  MPI_Win_unlock_all(w); }
void m16(MPI_Win w, int t, double *x, MPI_Request *out) { struct C c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req);
  *out = c.req; MPI_Win_unlock_all(w); }
void m17(MPI_Win w, int t, double *x, struct C *out) { struct C c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req);
  *out = c; MPI_Win_unlock_all(w); }
struct C m18(MPI_Win w, int t, double *x) { struct C c; 
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req);
  return c; }
void m19(MPI_Win w, int t, double *x) { struct C c; MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c.req);
  finish(&c); x[0] = 1; MPI_Win_unlock_all(w); }
void m20(MPI_Win w, int t, double *x, int n) { struct C c[4]; MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) MPI_Rput(x + i, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c[i].req);
  for (int i = 0; i < 4; i++) MPI_Wait(&c[i].req, MPI_STATUS_IGNORE);
  x[0] = 1; MPI_Win_unlock_all(w); }
void m21(MPI_Win w, int t, double *x, int n) {
  struct C *c = malloc(4 * sizeof *c);
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) MPI_Rput(x + i, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &c[i].req);
  for (int i = 0; i < 4; i++) MPI_Wait(&c[i].req, MPI_STATUS_IGNORE);
  x[0] = 1; MPI_Win_unlock_all(w); free(c); }
void again(struct C *h, double *x, int n) {
  for (int i = 0; i < n; i++) {
    MPI_Status status;
    MPI_Rput(x + i, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
    MPI_Wait(&h->req, &status);
  }
}
void kept(struct C *h, MPI_Request *all, double *x) {
  MPI_Rput(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
  all[0] = h->req;
  MPI_Rput(x + 1, 1, MPI_DOUBLE, h->t, 8, 1, MPI_DOUBLE, h->win, &h->req);
  all[1] = h->req;
}
void give(MPI_Request);
void given(struct C *h, double *x) {
  MPI_Rput(x, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
  give(h->req);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, h->t, 8, 1, MPI_DOUBLE, h->win, &h->req);
}
void list(struct C **hs, double *x, int n) {
  for (int i = 0; i < n; i++) {
    struct C *h = hs[i];
    MPI_Rput(x + i, 1, MPI_DOUBLE, h->t, 0, 1, MPI_DOUBLE, h->win, &h->req);
  }
}
void pointer(MPI_Win w, int t, double *x, MPI_Request *r) {
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, r);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, r); // expected-warning {{[rma-request-leak]}}
}
void pointerOk(MPI_Win w, int t, double *x, MPI_Request *r) {
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, r++);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, r++);
}
void elements(MPI_Win w, int t, double *x, MPI_Request *r) {
  MPI_Rget(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rget(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  x[1]++;
  x[0]++; // expected-warning {{[rma-local-race]}}
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  x[0]++;
}
