// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Targets and indices that members, elements and global variables hold.
#include <mpi.h>
#include <stdlib.h>
struct Grid {
  MPI_Win win;
  int nb[4], nx, *peers;
  double *mem[2];
};
static int right;
void closed(struct Grid *g, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[1], 0, g->win);
  MPI_Win_unlock(g->nb[1], g->win); // expected-note {{the epoch was closed here}}
  MPI_Put(x, 4, MPI_DOUBLE, g->nb[1], 0, 4, MPI_DOUBLE, g->win); // expected-warning {{MPI_Put on window 'g->win', which has no epoch open}}
}
void other(struct Grid *g, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[0], 0, g->win);
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[1], 0, g->win); // quiet
  MPI_Win_unlock(g->nb[1], g->win);
  MPI_Put(x, 4, MPI_DOUBLE, g->nb[0], 0, 4, MPI_DOUBLE, g->win); // quiet
  MPI_Win_unlock(g->nb[0], g->win);
}
void nested(struct Grid *g, MPI_Win w, int i) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[i], 0, g->win); // expected-note {{the epoch was opened here}}
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[i], 0, g->win); // expected-warning {{MPI_Win_lock on window 'g->win' while}}
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w); // expected-note {{the epoch was opened here}}
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w); // expected-warning {{MPI_Win_lock on window 'w' while}}
}
int next(void);
static void advance(void) { ++right; }
static void turn(struct Grid *g) { g->nb[0] = g->nb[1]; }
static double sum(const struct Grid *g, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += g->mem[0][i];
  return s;
}
void changed(struct Grid *g, MPI_Win w, int i, int *any) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[i], 0, g->win);
  g->peers[i] = next();
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[i], 0, g->win); // quiet
  any[0] = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[i], 0, g->win); // quiet
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w);
  advance();
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w); // quiet
}
void helpers(struct Grid *g) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[0], 0, g->win);
  turn(g);
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[0], 0, g->win); // quiet
  MPI_Win_unlock(g->nb[0], g->win);
}
void received(struct Grid *g, MPI_Comm comm, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[0], 0, g->win);
  MPI_Recv(g->nb, 4, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[0], 0, g->win); // quiet
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[0], 0, g->win);
  MPI_Recv(g->peers, 4, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, g->peers[0], 0, g->win); // quiet
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[2], 0, g->win);
  MPI_Cart_shift(comm, 0, 1, &g->nb[2], &g->nb[3]);
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[2], 0, g->win); // quiet
}
void reads(struct Grid *g) {
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[3], 0, g->win); // expected-note {{the epoch was opened here}}
  sum(g, 3);
  MPI_Win_lock(MPI_LOCK_SHARED, g->nb[3], 0, g->win); // expected-warning {{while the epoch}}
}

void indexed(struct Grid *g, int k, int up) {
  MPI_Win_fence(0, g->win); // expected-note {{the epoch was opened here}}
  MPI_Put(&g->mem[k][g->nx], g->nx, MPI_DOUBLE, up, 0, g->nx, MPI_DOUBLE, g->win); // expected-note {{MPI_Put reads}}
  g->mem[1 - k][g->nx] = 0; // quiet
  g->mem[k][g->nx + 1] = 0; // quiet: of how many is not known
  g->mem[k][g->nx] = 0; // expected-warning {{'g->mem[k][g->nx]' is written while MPI_Put}}
  MPI_Win_fence(0, g->win);
  g->mem[k][g->nx] = 0; // quiet
}
void indexChanged(struct Grid *g, int k, int up) {
  MPI_Win_fence(0, g->win);
  MPI_Put(&g->mem[k][g->nx], 4, MPI_DOUBLE, up, 0, 4, MPI_DOUBLE, g->win);
  g->nx += 4;
  g->mem[k][g->nx] = 0; // quiet
  MPI_Put(&g->mem[k][right], 4, MPI_DOUBLE, up, 9, 4, MPI_DOUBLE, g->win);
  advance();
  g->mem[k][right] = 0; // quiet
  MPI_Win_fence(0, g->win);
}
