// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/ghosts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/ghosts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/origin.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/origin.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %t/again.c
//
// What operations leave behind at their origin, when a program is executed for a few processes.

//--- ghosts.c
// right-no-diagnostics
// What is got is not all that the struct has.
#include <math.h>
#include <mpi.h>
struct grid {
  MPI_Win win;
  double *cells, ghost[2], sum;
  int neighbours[2];
};
static void fetch(struct grid *g) {
  for (int d = 0; d < 2; d++)
    MPI_Get(&g->ghost[d], 1, MPI_DOUBLE, g->neighbours[d], 0, 1, MPI_DOUBLE, g->win); // wrong-note {{nothing that the processes call orders the two}}
}
static void relax(struct grid *g) {
  for (int i = 0; i < 100; i++)
    g->sum += fabs(sqrt(i));
}
static void store(struct grid *g) {
  for (int i = 0; i < 5; i++)
    g->cells[i] = g->ghost[0] + g->ghost[1]; // wrong-warning {{'g->cells[i]' is written while another process's MPI_Get at line 12 may still be reading it [rma-remote-race]}}
}
int main(int argc, char **argv) {
  struct grid g = {.sum = 0};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast(&g.sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  g.neighbours[0] = (rank + size - 1) % size;
  g.neighbours[1] = (rank + 1) % size;
  MPI_Win_allocate(5 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &g.cells, &g.win);
  MPI_Win_lock_all(0, g.win);
  for (int round = 0; round < 3; round++) {
    MPI_Barrier(MPI_COMM_WORLD);
    fetch(&g);
    MPI_Win_flush_all(g.win);
    relax(&g);
#ifdef RIGHT
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    store(&g);
  }
  MPI_Win_unlock_all(g.win);
  MPI_Win_free(&g.win);
  MPI_Finalize();
}

//--- origin.c
// right-no-diagnostics
// Two operations of one process.
#include <mpi.h>
#include <stdio.h>
struct box {
  int rank, size, *slots;
  MPI_Win win;
};
static void put(struct box *b, int to, const int *value) {
  MPI_Put(value, 1, MPI_INT, to, b->rank, 1, MPI_INT, b->win); // wrong-note {{it is complete at its target with MPI_Win_unlock at line 25; MPI_Win_flush between them orders the two}}
}
static void get(struct box *b, int from, int *value) {
  MPI_Get(value, 1, MPI_INT, from, b->rank, 1, MPI_INT, b->win); // wrong-warning {{MPI_Get accesses at target 'from' what MPI_Put at line 10 may be writing [rma-remote-race]}}
}
static int verify(struct box *b, int target, int value) {
  int sent = value, back = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, b->win);
  put(b, target, &sent);
#ifdef RIGHT
  MPI_Win_flush(target, b->win);
#else
  MPI_Win_flush_local(target, b->win);
#endif
  get(b, target, &back);
  MPI_Win_unlock(target, b->win);
  return back == value;
}
int main(int argc, char **argv) {
  struct box b;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &b.size);
  MPI_Win_allocate(b.size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &b.slots, &b.win);
  printf("%d\n", verify(&b, (b.rank + 1) % b.size, 7));
  MPI_Win_free(&b.win);
  MPI_Finalize();
}

//--- again.c
// right-no-diagnostics
// What came back is over at its target, and so is what was flushed or unlocked.
#include <mpi.h>
#include <stdio.h>
static int twice(MPI_Win win, int rank, int target) {
  int value = 0, seen = 0;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Rget(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  ++value;
  MPI_Put(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Get(&seen, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_flush_local(target, win);
  ++seen;
  MPI_Put(&seen, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Get(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  return value + seen;
}
int main(int argc, char **argv) {
  int rank, size, *slots;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
  printf("%d\n", twice(win, rank, (rank + 1) % size));
  MPI_Win_free(&win);
  MPI_Finalize();
}
