// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DWRONG -DCHANGED %s
// right-no-diagnostics
//
// A helper that stores nothing but numbers of one type, in a loop of many turns, changes no others.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
struct grid {
  double *cells;
  MPI_Win win;
  int at;
};
static void fill(double *values, int count, struct grid *g) {
  for (int i = 0; i < count; i++)
    values[i] = 1;
  printf("%d values\n", count);
#ifdef CHANGED
  g->at = rand() % 8;
#else
  g->cells[50] += 1;
#endif
}
int main(int argc, char **argv) {
  int rank, size;
  struct grid g = {.at = 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(100 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &g.cells, &g.win);
  double *values = malloc(10000 * sizeof *values);
  MPI_Win_fence(0, g.win);
  MPI_Put(values, 8, MPI_DOUBLE, rank + 1 < size ? rank + 1 : MPI_PROC_NULL, 1, 8, MPI_DOUBLE, g.win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 43, which must come between the two}}
  for (int i = 0; i < 80; i++)
    fill(values + 100 * (i + 1), 100, &g);
#ifdef WRONG
  values[9] = g.cells[g.at]; // wrong-warning {{'g.cells[g.at]' is read while another process's MPI_Put at line 35 may still be writing it [rma-remote-race]}}
#else
  values[9] = g.cells[g.at + 10];
#endif
  MPI_Win_fence(0, g.win);
  MPI_Win_free(&g.win);
  free(values);
  MPI_Finalize();
}
