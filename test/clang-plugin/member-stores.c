// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DSET=0 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSET=1 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSET=2 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSET=3 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSET=4 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSET=5 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DSET=6 %s
// right-no-diagnostics
//
// Members get values through pointers of other types, and through those to the member before.

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct settings {
  int first, slots;
};
static void set(void *settings, size_t offset, int value) {
  *(int *)((char *)settings + offset) = value;
}
static void setAt(uintptr_t address) { *(int *)address = 8; }
int main(int argc, char **argv) {
  int rank;
  double *cells, value = 0;
  struct settings s;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  s.slots = 0;
#if SET == 0
  printf("%d\n", s.slots);
#elif SET == 1
  set(&s, offsetof(struct settings, slots), 8);
#elif SET == 2
  ((unsigned char *)&s)[offsetof(struct settings, slots)] = 8;
#elif SET == 3
  int own[] = {rank, 8};
  MPI_Sendrecv(own, 2, MPI_INT, rank, 0, &s.first, 2, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif SET == 4
  const int eight = 8;
  memcpy((char *)&s + offsetof(struct settings, slots), &eight, sizeof eight);
#elif SET == 5
  for (int i = 0; i < 2; i++)
    (&s.first)[i] = 8;
#elif SET == 6
  setAt((uintptr_t)&s + offsetof(struct settings, slots));
#endif
  MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Win_fence(0, win); // wrong-note {{both are in the epoch that this fence opens}}
  MPI_Put(&value, 1, MPI_DOUBLE, 0, s.slots * rank + rank / 2, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing [rma-remote-race]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
