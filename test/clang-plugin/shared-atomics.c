// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=quiet %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -DPLAIN -Xclang -verify=plain %s
// quiet-no-diagnostics
//
// What processes do in shared memory may be ordered by the memory itself: who has atomics is left
// alone, and who has none is not.

#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

static void raise(int *flag) {
#ifndef PLAIN
  atomic_store((atomic_int *)flag, 1);
#else
  *flag = 1;
#endif
}

static void await(int *flag) {
#ifndef PLAIN
  while (!atomic_load((atomic_int *)flag))
    ;
#else
  (void)flag;
#endif
}

void exchange(MPI_Comm node) {
  int rank, unit, *mine, *first;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
  mine[1] = 0;
  MPI_Barrier(node); // plain-note {{nothing behind this call orders the two}}
  if (rank == 0) {
    first[0] = 42;
    raise(&first[1]);
  } else {
    await(&first[1]);
    printf("%d\n", first[0]); // plain-warning {{'first[0]' is read while another process may be writing it}}
  }
  MPI_Win_free(&win);
}
