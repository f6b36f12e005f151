// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/all.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/all.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/one.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/one.c
// Processes that all do the same with each of as many as there are.

//--- all.c
// right-no-diagnostics
#include <mpi.h>
static int *cells;
static MPI_Win win;
static void fill(int step, int rank) {
  for (int i = 0; i < 10; i++)
    cells[i] = step + rank; // wrong-warning {{'cells[i]' is written while another process's MPI_Get at line 12 may still be reading it}}
  MPI_Win_sync(win);
}
static int readFrom(int owner) {
  int values[10];
  MPI_Get(values, 10, MPI_INT, owner, 0, 10, MPI_INT, win); // wrong-note {{nothing that the processes call orders the two}}
  MPI_Win_flush(owner, win);
  return values[9];
}
int main(int argc, char **argv) {
  int rank, size, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(40, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Win_lock_all(0, win);
  for (int step = 0; step < 4; step++) {
    fill(step, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int owner = 0; owner < size; owner++)
      sum += readFrom(owner);
#ifdef RIGHT
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 0;
}

//--- one.c
// right-no-diagnostics
// It may be meant for a single process: what that one does is wrong nevertheless.
#include <mpi.h>
#include <stdlib.h>
struct future {
  MPI_Request request;
  double *slot;
};
static double take(struct future *f) {
#ifdef RIGHT
  MPI_Wait(&f->request, MPI_STATUS_IGNORE);
#endif
  double value = *f->slot; // wrong-warning {{'*f->slot' is read while MPI_Rget at line 20 may still be writing it [rma-local-race]}}
#ifndef RIGHT
  MPI_Wait(&f->request, MPI_STATUS_IGNORE);
#endif
  return value;
}
static void ask(struct future *f, MPI_Win win) {
  MPI_Rget(f->slot, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win, &f->request); // wrong-note {{MPI_Rget writes 'f->slot' from here until its local completion: MPI_Wait at line}}
}
int main(int argc, char **argv) {
  double *cells, slot = 0, value = 2;
  MPI_Win win;
  struct future *queue[2];
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(64, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Win_lock_all(0, win);
  queue[1] = malloc(sizeof *queue[1]);
  queue[1]->slot = &slot;
  for (int i = 1; i < 2; i++)
    ask(queue[i], win);
  double got = take(queue[1]);
  free(queue[1]);
  MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win); // of all to one, where there are several
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got < 0;
}
