// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DCLEAR=0 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DCLEAR=1 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DCLEAR=2 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DCLEAR=3 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DCLEAR=4 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DCLEAR=0 -DOTHER=1 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DCLEAR=3 -DOTHER=1 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DCLEAR=0 -DCHANGED %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DCLEAR=5 %s
// right-no-diagnostics
//
// Memory that is set to zero, or copied from where it is, is known.

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifndef OTHER
#define OTHER 0
#endif
struct domain {
  int slots, rank, size, *cells;
  MPI_Win win;
};
void fill(void *memory);
static void setup(struct domain *d) {
#if CLEAR == 0
  memset(d, 0, sizeof *d);
#elif CLEAR == 1
  bzero(d, sizeof(struct domain));
#elif CLEAR == 2
  static const struct domain zero;
  *d = zero;
#elif CLEAR == 3
  static const struct domain zero;
  memcpy(d, &zero, sizeof zero);
#elif CLEAR == 4
  memset(&d->slots, 0, sizeof d->slots);
#elif CLEAR == 5 // the last byte of the number is not among them
  d->slots = 1 << 24;
  memset(d, 0, 3);
#endif
#ifdef CHANGED
  fill(d);
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &d->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &d->size);
  d->slots++;
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &d->cells, &d->win);
}
int main(int argc, char **argv) {
  struct domain d;
  int value = 1;
  MPI_Init(&argc, &argv);
  setup(&d);
  MPI_Win_fence(0, d.win);
  MPI_Put(&value, 1, MPI_INT, (d.rank + 1) % d.size, d.slots - 1, 1, MPI_INT, d.win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 59, which must come between the two}}
  d.cells[OTHER] = 2; // wrong-warning {{'d.cells[OTHER]' is written while another process's MPI_Put at line 57 may still be writing it [rma-remote-race]}}
  MPI_Win_fence(0, d.win);
  MPI_Win_free(&d.win);
  MPI_Finalize();
}
