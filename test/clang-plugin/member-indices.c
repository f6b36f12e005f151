// RUN: %clang -std=gnu11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Indices made of members, in functions that are called.
#include <mpi.h>
struct G {
  double *u; double *mem[4]; double in[64]; int nx, ny, left; MPI_Win win;
};
static void putRow(struct G *g, int i) {
  MPI_Put(&g->u[g->nx * i], g->nx, MPI_DOUBLE, g->left, 0, g->nx, MPI_DOUBLE, g->win);
}
static void putFirst(struct G *g) {
  MPI_Put(&g->u[g->nx], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->win);
}
static void setCell(struct G *g, double v) { g->u[g->nx] = v; }
void g1(struct G *g) { MPI_Win_lock_all(0, g->win); putFirst(g); g->u[g->nx] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(g->win); }
void g2(struct G *g) { MPI_Win_lock_all(0, g->win); putFirst(g); g->u[0] = 1; g->u[g->ny] = 1; 
  MPI_Win_flush(g->left, g->win); g->u[g->nx] = 1;
  MPI_Win_unlock_all(g->win); }
void g3(struct G *g) {
  MPI_Win_lock_all(0, g->win);
  MPI_Put(&g->u[g->nx], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->win);
  setCell(g, 1); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(g->win); }
void g4(struct G *g) { MPI_Win_lock_all(0, g->win); putRow(g, 3); g->u[g->nx * 3] = 1;
  MPI_Win_unlock_all(g->win); }
void g5(struct G *g) { MPI_Win_lock_all(0, g->win); putFirst(g); g->nx++; g->u[g->nx] = 1;
  MPI_Win_unlock_all(g->win); }
void g6(void) {
  struct G g;
  extern void init(struct G *);
  init(&g);
  MPI_Win_lock_all(0, g.win);
  putFirst(&g);
  g.u[g.nx] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(g.win); }
static void putRow4(struct G *g, int i) {
  MPI_Put(&g->u[g->nx * i], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->win);
}
void g9(struct G *g, int n) {
  MPI_Win_lock_all(0, g->win);
  putRow4(g, n);
  g->u[g->nx * (n + 1)] = 1;
  g->u[g->nx * n] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(g->win); }
static void putIn(struct G *g, int i) {
  MPI_Put(&g->in[g->nx + 2 * i], 1, MPI_DOUBLE, g->left, 0, 1, MPI_DOUBLE, g->win);
}
void h1(struct G *g) {
  MPI_Win_lock_all(0, g->win);
  putIn(g, 1);
  g->in[g->nx + 1] = 1;
  g->in[g->nx + 2] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(g->win);
}
static void bumpAndPut(struct G *g) {
  g->nx++;
  MPI_Put(&g->u[g->nx], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->win);
}
void h2(struct G *g) {
  MPI_Win_lock_all(0, g->win);
  bumpAndPut(g);
  g->u[g->nx - 1] = 1;
  MPI_Win_unlock_all(g->win);
}
static void putAndBump(struct G *g) {
  MPI_Put(&g->u[g->nx], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->win);
  g->nx += 4;
}
void h3(struct G *g) {
  MPI_Win_lock_all(0, g->win);
  putAndBump(g);
  g->u[g->nx] = 1;
  MPI_Win_unlock_all(g->win);
}
static void putLocal(struct G *g) {
  int k = g->nx;
  MPI_Put(&g->u[k], 4, MPI_DOUBLE, g->left, 0, 4, MPI_DOUBLE, g->win);
}
void h4(struct G *g) {
  int k = 3;
  MPI_Win_lock_all(0, g->win);
  putLocal(g);
  g->u[k] = 1;
  MPI_Win_unlock_all(g->win);
}
static void outer(struct G *g, int i) { putRow4(g, i + 1); }
void h5(struct G *g, int n) {
  MPI_Win_lock_all(0, g->win);
  outer(g, n);
  g->u[g->nx * n] = 1;
  MPI_Win_unlock_all(g->win);
}
void h6(struct G *g, struct G *o) {
  MPI_Win_lock_all(0, g->win);
  putFirst(g);
  g->u[o->nx] = 1;
  o->u[g->nx] = 1;
  MPI_Win_unlock_all(g->win);
}
static void number(int *n) { *n += 1; }
void h7(struct G *g, int *n) {
  MPI_Win_lock_all(0, g->win);
  putFirst(g);
  number(n);
  g->u[g->nx] = 1;
  MPI_Win_unlock_all(g->win);
}
static void setAfter(struct G *g, int *n) {
  *n = 7;
  g->u[g->nx] = 1;
}
void h8(struct G *g, int *n) {
  MPI_Win_lock_all(0, g->win);
  putFirst(g);
  setAfter(g, n);
  MPI_Win_unlock_all(g->win);
}
