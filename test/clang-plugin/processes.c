// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/world.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/split.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/library.c
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
  MPI_Put(b, 1, MPI_INT, (g->rank + g->size - 1) % g->size, 0, 1, MPI_INT, g->win); // expected-warning {{accesses at target '(g->rank + g->size - 1) % g->size' what MPI_Put at line 41 may be writing}}
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
