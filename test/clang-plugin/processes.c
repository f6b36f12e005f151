// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/world.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/split.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/library.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/targets.c
// Ranks that go through members, parameters, results and other variables.
//--- world.c
#include <mpi.h>
#include <stdlib.h>
struct grid {
  MPI_Win win;
  int rank, size, row;
  int *memory;
};
static int world_rank = -1, shared_rank;
static int myRank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
static void init(struct grid *g) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &g->rank);
  MPI_Comm_size(comm, &g->size);
  g->row = g->rank / 2;
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &g->memory, &g->win);
}
static void member(struct grid *g) {
  if (g->rank == 0) // expected-note {{the processes part here; the others call no MPI_Win_fence}}
    MPI_Win_fence(0, g->win); // expected-warning {{MPI_Win_fence is collective, but only processes with 'g->rank == 0' call it here}}
}
static void parameter(MPI_Win win, int me) {
  const int isRoot = me == 0;
  if (!isRoot) // expected-note {{part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with '!isRoot' call it here}}
}
static void result(MPI_Win win) {
  if (myRank() == 1) // expected-note {{part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with 'myRank() == 1' call it here}}
}
static void global(MPI_Win win) {
  if (world_rank % 2 == 0) // expected-note {{part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with 'world_rank % 2 == 0' call it here}}
}
static void ring(struct grid *g, int *b) {
  MPI_Win_fence(0, g->win); // expected-note {{this fence}}
  MPI_Put(b, 1, MPI_INT, (g->rank + 1) % g->size, 0, 1, MPI_INT, g->win);
  MPI_Put(b, 1, MPI_INT, (g->rank + g->size - 1) % g->size, 0, 1, MPI_INT, g->win); // expected-warning {{accesses at target '(g->rank + g->size - 1) % g->size' what another process's MPI_Put at line 41 may be writing}}
  MPI_Win_fence(0, g->win);
}

// Another number, or one that other code may change.
static void otherMember(struct grid *g) {
  if (g->row == 0)
    MPI_Win_fence(0, g->win);
}
static void changed(MPI_Win win) {
  if (shared_rank == 0)
    MPI_Win_fence(0, win);
}
static void called(MPI_Win win, int number) {
  if (number == 0)
    MPI_Win_fence(0, win);
}
static void pointed(MPI_Win win, int rank) {
  if (rank == 0)
    MPI_Win_fence(0, win);
}
static void both(struct grid *g) {
  if (g->rank == 0)
    MPI_Win_fence(0, g->win);
  else
    MPI_Win_fence(0, g->win);
}
void (*volatile callback)(MPI_Win, int) = pointed;
int main(int argc, char **argv) {
  struct grid g;
  int b = 0;
  MPI_Init(&argc, &argv);
  init(&g);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_rank(MPI_COMM_WORLD, &shared_rank);
  MPI_Bcast(&shared_rank, 1, MPI_INT, 0, MPI_COMM_WORLD);
  member(&g);
  parameter(g.win, world_rank);
  result(g.win);
  global(g.win);
  ring(&g, &b);
  otherMember(&g);
  changed(g.win);
  called(g.win, world_rank);
  called(g.win, argc);
  callback(g.win, b);
  pointed(g.win, world_rank);
  both(&g);
  MPI_Win_free(&g.win);
  MPI_Finalize();
  return 0;
}
//--- split.c
// expected-no-diagnostics
// Windows may be of some of the processes.
#include <mpi.h>
struct grid {
  MPI_Win win, leaders;
  int rank;
  int *memory;
};
static void init(struct grid *g) {
  MPI_Comm comm;
  MPI_Comm_rank(MPI_COMM_WORLD, &g->rank);
  MPI_Comm_split(MPI_COMM_WORLD, g->rank != 0, 0, &comm);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &g->memory, &g->leaders);
}
static void member(struct grid *g) {
  if (g->rank == 0)
    MPI_Win_fence(0, g->leaders);
}
int main(int argc, char **argv) {
  struct grid g;
  MPI_Init(&argc, &argv);
  init(&g);
  member(&g);
  MPI_Win_free(&g.leaders);
  MPI_Finalize();
  return 0;
}
//--- library.c
// expected-no-diagnostics
// Nobody knows what windows this is called with.
#include <mpi.h>
struct grid {
  MPI_Win win;
  int rank;
};
void init(struct grid *g) { MPI_Comm_rank(MPI_COMM_WORLD, &g->rank); }
void member(struct grid *g) {
  if (g->rank == 0)
    MPI_Win_fence(0, g->win);
}
//--- targets.c
// Ranks at a distance from the own one.
#include <mpi.h>
struct ring {
  MPI_Win win;
  int rank, size, right, left;
  int *memory;
};
static void init(struct ring *r) {
  MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &r->size);
  r->right = (r->rank + 1) % r->size;
  r->left = (r->rank + r->size - 1) % r->size;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &r->memory, &r->win);
}
static int flushes(struct ring *r, int *b) {
  MPI_Win_lock_all(0, r->win); // expected-note {{the epoch was opened here}}
  MPI_Get(b, 1, MPI_INT, r->right, 0, 1, MPI_INT, r->win); // expected-note {{MPI_Get writes 'b' from here}}
  MPI_Win_flush(r->rank, r->win);
  int first = b[0]; // expected-warning {{'b[0]' is read while MPI_Get}}
  MPI_Win_flush(r->right, r->win);
  MPI_Get(b, 1, MPI_INT, r->right, 0, 1, MPI_INT, r->win);
  MPI_Win_flush((r->rank + 1) % r->size, r->win);
  first += b[0];
  MPI_Get(b, 1, MPI_INT, r->right, 0, 1, MPI_INT, r->win);
  MPI_Win_flush(r->left, r->win); // of two processes it is the same
  first += b[0];
  MPI_Win_unlock_all(r->win);
  return first;
}
static void counted(struct ring *r, int *b, int n) {
  const int most = n;
  MPI_Win_fence(0, r->win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(b, most, MPI_INT, r->right, 0, most, MPI_INT, r->win); // expected-note {{from here until the end}}
  r->memory[0] = 1; // expected-warning {{is written while another process's MPI_Put}}
  MPI_Win_fence(0, r->win);
  MPI_Put(b, r->rank == 0 ? n : 0, MPI_INT, r->right, 0, r->rank == 0 ? n : 0, MPI_INT, r->win); // expected-note {{it is complete at its target with MPI_Win_fence at line 38, which must come between the two}}
  r->memory[0] = 1; // expected-warning {{'r->memory[0]' is written while another process's MPI_Put at line 36 may still be writing it}}
  MPI_Win_fence(0, r->win);
}
static int collected(struct ring *r) {
  int sum = 0;
  MPI_Win_fence(0, r->win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(&r->rank, 1, MPI_INT, 0, r->rank, 1, MPI_INT, r->win); // expected-note {{from here until the end}}
  if (r->rank == 0)
    for (int i = 1; i < r->size; i++)
      sum += r->memory[i]; // expected-warning {{'r->memory[i]' is read while another process's MPI_Put}}
  MPI_Win_fence(0, r->win);
  MPI_Put(&r->rank, 1, MPI_INT, 0, r->rank, 1, MPI_INT, r->win);
  if (r->rank == 1)
    sum += r->memory[3]; // nobody puts there
  MPI_Win_fence(0, r->win);
  sum += r->memory[0];
  return sum;
}
static void toItself(struct ring *r, int *b) {
  MPI_Win_fence(0, r->win);
  r->memory[0] = 1;
  MPI_Put(b, 1, MPI_INT, r->rank, 0, 1, MPI_INT, r->win);
  MPI_Win_fence(0, r->win);
}
static void mixed(MPI_Win win, double *b) {
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  MPI_Accumulate(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win); // expected-note {{the other one is issued here}}
  MPI_Accumulate(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_MAX, win); // expected-warning {{may accumulate with another op to the same elements}}
  MPI_Win_fence(0, win);
  MPI_Accumulate(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);
  MPI_Accumulate(b, 1, MPI_DOUBLE, 0, 2, 1, MPI_DOUBLE, MPI_MAX, win);
  MPI_Win_fence(0, win);
}
int main(int argc, char **argv) {
  struct ring r;
  int b[8];
  double d = 1;
  MPI_Init(&argc, &argv);
  init(&r);
  flushes(&r, b);
  counted(&r, b, argc);
  b[0] = collected(&r);
  mixed(r.win, &d);
  toItself(&r, b);
  MPI_Win_free(&r.win);
  MPI_Finalize();
  return b[0];
}
