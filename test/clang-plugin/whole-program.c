// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/closed.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/unknown.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/memory.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/moved.c
// Files with main that call nothing out of sight.
//--- closed.c
#include <mpi.h>
struct cache {
  MPI_Win win;
  int *memory;
};
static void make(struct cache *c) {
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &c->memory, &c->win);
  MPI_Win_lock_all(0, c->win); // expected-warning {{nothing in this program closes the epoch that MPI_Win_lock_all opens on window 'c->win'}}
}
static void drop(struct cache *c) { MPI_Win_free(&c->win); }
static void expose(MPI_Win win, MPI_Group group) {
  MPI_Win_post(group, 0, win);
}
static void waits(MPI_Win win) { MPI_Win_wait(win); }
static int tries(MPI_Win win, int *b, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // expected-warning {{is left open by the}}
  MPI_Get(b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  if (*b > n)
    return *b; // expected-note {{this return leaves it open}}
  MPI_Put(&n, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1, win); // expected-note {{the other way closes it here}}
  return 0;
}
int main(int argc, char **argv) {
  struct cache c;
  int b, *memory;
  MPI_Group group;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  make(&c);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_get_group(c.win, &group);
  expose(c.win, group);
  waits(c.win);
  tries(win, &b, argc);
  drop(&c);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
//--- unknown.c
// expected-no-diagnostics
// Another file may close it.
#include <mpi.h>
struct cache {
  MPI_Win win;
  int *memory;
};
void drop(struct cache *c);
static void make(struct cache *c) {
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &c->memory, &c->win);
  MPI_Win_lock_all(0, c->win);
}
int main(int argc, char **argv) {
  struct cache c;
  MPI_Init(&argc, &argv);
  make(&c);
  drop(&c);
  MPI_Finalize();
  return 0;
}
//--- memory.c
#include <mpi.h>
#include <stdlib.h>
struct field {
  double *u;
  int right, other;
  MPI_Win win;
};
static int *table;
static MPI_Win table_win;
static void opens(int n) {
  table = calloc(n, sizeof(int));
  MPI_Win_create(table, n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table_win); // expected-note {{the window is made of it here}}
}
static void closes(void) {
  free(table); // expected-warning {{'table', the memory of window 'table_win', is released before the window is freed}}
  MPI_Win_free(&table_win); // expected-note {{the window is freed here}}
  table = NULL;
}
static void init(struct field *f, int rank, int size) {
  f->right = (rank + 1) % size;
  f->other = size / 2;
  f->u = malloc(80);
  MPI_Win_create(f->u, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &f->win); // expected-note {{the window is made of it here}}
}
static void exchange(struct field *f, double *out) {
  MPI_Win_fence(0, f->win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(out, 1, MPI_DOUBLE, f->right, 0, 1, MPI_DOUBLE, f->win); // expected-note {{from here until the end of the epoch}}
  f->u[0] *= 0.5; // expected-warning {{'f->u[0]' is written while another process's MPI_Put at line 27 may still be writing it}}
  MPI_Win_fence(0, f->win);
}
static void inside(struct field *f, double *out) {
  MPI_Win_fence(0, f->win); // expected-note 2 {{both are in the epoch that this fence opens}}
  MPI_Put(out, 1, MPI_DOUBLE, f->right, 0, 1, MPI_DOUBLE, f->win);
  MPI_Put(out, 1, MPI_DOUBLE, f->other, 1, 1, MPI_DOUBLE, f->win); // expected-warning {{what another process's MPI_Put may be writing}} expected-note {{from here until the end of the epoch}}
  f->u[5] *= 0.5;
  f->u[1] *= 0.5; // expected-warning {{'f->u[1]' is written while another process's MPI_Put}}
  MPI_Win_fence(0, f->win);
  f->u[0] *= 0.5;
}
static void twice(struct field *f, struct field *g, double *out) {
  MPI_Win_fence(0, f->win);
  MPI_Put(out, 1, MPI_DOUBLE, f->right, 0, 1, MPI_DOUBLE, f->win);
  g->u[0] *= 0.5;
  MPI_Win_fence(0, f->win);
}
static void drop(struct field *f) {
  free(f->u); // expected-warning {{'f->u', the memory of window 'f->win', is released before the window is freed}}
  MPI_Win_free(&f->win); // expected-note {{the window is freed here}}
}
int main(int argc, char **argv) {
  struct field f, g;
  double out = 1;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  opens(10);
  closes();
  init(&f, rank, size);
  init(&g, rank, size);
  exchange(&f, &out);
  inside(&f, &out);
  twice(&f, &g, &out);
  drop(&g);
  drop(&f);
  MPI_Finalize();
  return 0;
}
//--- moved.c
// expected-no-diagnostics
// The pointer is not always the window's memory.
#include <mpi.h>
#include <stdlib.h>
struct field {
  double *u, *v;
  int right;
  MPI_Win win;
};
static int *table, *spare;
static MPI_Win table_win;
static void opens(int n) {
  table = calloc(n, sizeof(int));
  spare = calloc(n, sizeof(int));
  MPI_Win_create(table, n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table_win);
  table = spare;
}
static void closes(void) {
  free(table);
  MPI_Win_free(&table_win);
}
static void init(struct field *f, int rank, int size) {
  f->right = (rank + 1) % size;
  f->u = malloc(80);
  f->v = malloc(80);
  MPI_Win_create(f->u, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &f->win);
}
static void exchange(struct field *f, double *out) {
  double *swapped = f->u;
  f->u = f->v;
  f->v = swapped;
  MPI_Win_fence(0, f->win);
  MPI_Put(out, 1, MPI_DOUBLE, f->right, 0, 1, MPI_DOUBLE, f->win);
  f->u[0] *= 0.5;
  MPI_Win_fence(0, f->win);
}
int main(int argc, char **argv) {
  struct field f;
  double out = 1;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  opens(10);
  closes();
  init(&f, rank, size);
  exchange(&f, &out);
  MPI_Win_free(&f.win);
  free(f.v);
  free(f.u);
  MPI_Finalize();
  return 0;
}
