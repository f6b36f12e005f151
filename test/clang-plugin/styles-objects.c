// RUN: %clang -std=c11 -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Counters, grids, rings and caches in C, right ones and wrong ones.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// A distributed counter, a queue, a stencil, a hash table, as users write them.
typedef struct counter { MPI_Win win; int *mem; int owner; } counter_t;
static int counter_create(counter_t *c, MPI_Comm comm, int owner) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  c->owner = owner;
  MPI_Win_allocate(rank == owner ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, comm, &c->mem, &c->win);
  if (rank == owner) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, c->win);
    c->mem[0] = 0;
    MPI_Win_unlock(rank, c->win);
  }
  MPI_Barrier(comm);
  return 0;
}
static int counter_next(counter_t *c) {
  int one = 1, value;
  MPI_Win_lock(MPI_LOCK_SHARED, c->owner, 0, c->win); // #lock
  MPI_Fetch_and_op(&one, &value, MPI_INT, c->owner, 0, MPI_SUM, c->win);
  MPI_Win_unlock(c->owner, c->win);
  return value;
}
static int counter_next_bad(counter_t *c) {
  int one = 1, value;
  MPI_Win_lock(MPI_LOCK_SHARED, c->owner, 0, c->win);
  MPI_Fetch_and_op(&one, &value, MPI_INT, c->owner, 0, MPI_SUM, c->win);
  if (value > 10) // expected-warning {{[rma-local-race]}}
    one = 2;
  MPI_Win_unlock(c->owner, c->win);
  return value;
}
static void counter_destroy(counter_t *c) { MPI_Win_free(&c->win); }
int use_counter(MPI_Comm comm, int n) {
  counter_t c;
  int sum = 0;
  counter_create(&c, comm, 0);
  for (int i = counter_next(&c); i < n; i = counter_next(&c))
    sum += i;
  counter_destroy(&c);
  return sum;
}
int use_after(MPI_Comm comm) {
  counter_t c;
  counter_create(&c, comm, 0);
  counter_destroy(&c);
  return counter_next(&c); // expected-warning@#lock {{[rma-freed-window]}}
}
// stencil
typedef struct { int nx, ny, up, down; double *u, *v; MPI_Win wu, wv; } grid_t;
static void grid_swap(grid_t *g) {
  double *t = g->u; g->u = g->v; g->v = t;
  MPI_Win w = g->wu; g->wu = g->wv; g->wv = w;
}
static void exchange(grid_t *g) {
  MPI_Win_fence(0, g->wu);
  MPI_Put(g->u + g->nx, g->nx, MPI_DOUBLE, g->up, (g->ny - 1) * g->nx, g->nx, MPI_DOUBLE, g->wu);
  MPI_Put(g->u + (g->ny - 2) * g->nx, g->nx, MPI_DOUBLE, g->down, 0, g->nx, MPI_DOUBLE, g->wu);
  MPI_Win_fence(0, g->wu);
}
static void step(grid_t *g) {
  for (int y = 1; y < g->ny - 1; y++)
    for (int x = 1; x < g->nx - 1; x++)
      g->v[y * g->nx + x] = 0.25 * (g->u[(y - 1) * g->nx + x] + g->u[(y + 1) * g->nx + x]);
  grid_swap(g);
}
void run(grid_t *g, int steps) {
  for (int s = 0; s < steps; s++) {
    exchange(g);
    step(g);
  }
}
static void exchange_start(grid_t *g) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, g->wu);
  MPI_Put(g->u + g->nx, g->nx, MPI_DOUBLE, g->up, (g->ny - 1) * g->nx, g->nx, MPI_DOUBLE, g->wu);
}
static void exchange_end(grid_t *g) { MPI_Win_fence(MPI_MODE_NOSUCCEED, g->wu); }
void overlap(grid_t *g, int steps) {
  for (int s = 0; s < steps; s++) {
    exchange_start(g);
    for (int i = 0; i < g->nx; i++)
      g->v[i] = g->u[i];
    exchange_end(g);
    grid_swap(g);
  }
}
void overlap_wrong(grid_t *g) {
  exchange_start(g);
  g->u[g->nx] = 1; // through a number that the helper reads: left to the run
  exchange_end(g);
}
void overlap_swapped(grid_t *g) {
  exchange_start(g);
  grid_swap(g);
  g->u[g->nx] = 1;
  grid_swap(g);
  exchange_end(g);
}
// ring buffer
typedef struct { MPI_Win win; long head, tail; long slots[64]; } ring_t;
static void ring_push(ring_t *r, long v, int t) {
  long at = r->tail++ % 64;
  r->slots[at] = v;
  MPI_Put(&r->slots[at], 1, MPI_LONG, t, at, 1, MPI_LONG, r->win);
}
void ring(ring_t *r, int t) {
  MPI_Win_lock_all(0, r->win);
  for (int i = 0; i < 10; i++)
    ring_push(r, i, t);
  MPI_Win_unlock_all(r->win);
}
// lock array
void lock_all_targets(MPI_Win w, int n, int *x) {
  for (int i = 0; i < n; i++)
    MPI_Win_lock(MPI_LOCK_SHARED, i, MPI_MODE_NOCHECK, w);
  for (int i = 0; i < n; i++)
    MPI_Put(x, 1, MPI_INT, i, 0, 1, MPI_INT, w);
  for (int i = 0; i < n; i++)
    MPI_Win_unlock(i, w);
  x[0] = 1;
}
// error handling with goto
int guarded(MPI_Comm comm, int t) {
  MPI_Win win = MPI_WIN_NULL;
  int *m = NULL, rc, v = 0;
  rc = MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &m, &win);
  if (rc != MPI_SUCCESS) goto fail;
  rc = MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  if (rc != MPI_SUCCESS) goto fail;
  rc = MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  if (rc != MPI_SUCCESS) { MPI_Win_unlock(t, win); goto fail; }
  MPI_Win_unlock(t, win);
  MPI_Win_free(&win);
  return v;
fail:
  if (win != MPI_WIN_NULL) MPI_Win_free(&win);
  return -1;
}
// handles that become null
static MPI_Win cached = MPI_WIN_NULL;
static int *cachedMemory;
static MPI_Win get_cached(MPI_Comm comm) {
  if (cached == MPI_WIN_NULL) {
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &cachedMemory, &cached);
    MPI_Win_lock_all(0, cached);
  }
  return cached;
}
static void drop_cached(void) {
  if (cached != MPI_WIN_NULL) {
    MPI_Win_unlock_all(cached);
    MPI_Win_free(&cached);
    cached = MPI_WIN_NULL;
  }
}
void caches(MPI_Comm comm, int t) {
  int v = 1;
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, get_cached(comm));
  MPI_Win_flush(t, cached);
  v = 2;
  drop_cached();
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, get_cached(comm));
  MPI_Win_flush(t, cached);
  drop_cached();
}
void handedOver(MPI_Win *slot, MPI_Win w, int *v) {
  MPI_Win mine = w;
  MPI_Win_lock_all(0, mine);
  *slot = mine;
  mine = MPI_WIN_NULL;
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, *slot);
  MPI_Win_unlock_all(*slot);
  mine = w;
  MPI_Win_lock_all(0, mine);
  MPI_Win_unlock_all(mine);
}
void twoWindows(MPI_Win *a, MPI_Win *b, int *v) {
  MPI_Win_lock_all(0, *a);
  MPI_Win keep = *a;
  *a = MPI_WIN_NULL;
  *a = *b;
  MPI_Win_lock_all(0, *a);
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, *a);
  MPI_Win_unlock_all(*a);
  MPI_Win_unlock_all(keep);
}
// OpenMP
void threads(MPI_Win w, double *x, int n, int t) {
  MPI_Win_lock_all(0, w);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i] = i;
    MPI_Put(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
  }
  MPI_Win_flush(t, w);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 0;
  MPI_Win_unlock_all(w);
}
void requestsOfThreads(MPI_Win w, double *x, int n, int t) {
  MPI_Request r[8];
  MPI_Win_lock_all(0, w);
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    MPI_Rput(&x[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r[i]);
  MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
// memory that a struct and an array share
typedef struct { int count; double values[8]; } packet_t;
void packets(MPI_Win w, packet_t *p, int t) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) {
    p[i].count = i;
    MPI_Put(p[i].values, 8, MPI_DOUBLE, t, 8 * i, 8, MPI_DOUBLE, w);
  }
  p[0].count = 5;
  p[1].values[0] = 3; // only the first is followed
  p[0].values[7] = 3; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
