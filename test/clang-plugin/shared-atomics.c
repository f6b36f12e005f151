// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
//
// What processes do in shared memory may be ordered by the memory itself.

#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, unit, *mine, *first;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
  atomic_int *flag = (atomic_int *)&first[1];
  if (rank == 0) {
    atomic_store(flag, 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    first[0] = 42;
    atomic_store(flag, 1);
  } else {
    while (!atomic_load(flag))
      ;
    printf("%d\n", first[0]);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
