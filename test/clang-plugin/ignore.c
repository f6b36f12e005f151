// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// The comment on the line or above it silences the findings it names, no others.
#include <mpi.h>

void put(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_flush(0, win); // fencepost-ignore: rma-no-epoch
  // fencepost-ignore: rma-no-epoch
  MPI_Win_flush(0, win);
  /* fencepost-ignore: rma-local-race, rma-no-epoch */
  MPI_Win_flush(0, win);
  MPI_Win_flush(0, win); // fencepost-ignore: rma-no-epoch because the library is lenient
  // fencepost-ignore: rma-no-epoch

  MPI_Win_flush(0, win);   // expected-warning {{MPI_Win_flush on window 'win'}}
  MPI_Win_flush_all(win);  // fencepost-ignore: rma-local-race expected-warning {{MPI_Win_flush_all on window 'win'}}
  MPI_Win_flush_all(win);  // expected-warning {{MPI_Win_flush_all on window 'win'}} fencepost-ignore:
  MPI_Win_free(&win);
}
