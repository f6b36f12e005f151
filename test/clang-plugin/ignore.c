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

// What a caller makes wrong is silenced at the call, too, by a comment or a pragma.
static void add(MPI_Win win, const int *by) {
  MPI_Accumulate(by, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); // #add
}
void callers(int *memory, const int *by) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  add(win, by); // fencepost-ignore: rma-no-epoch
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wrma-no-epoch"
  add(win, by);
#pragma clang diagnostic pop
  add(win, by); // expected-warning@#add {{on window 'win', which has no epoch open}} expected-note {{called from here}}
  add(win, by); // expected-warning@#add {{on window 'win', which has no epoch open}} expected-note {{called from here}}
  MPI_Win_free(&win);
}

// On the line of an argument, too.
void arguments(MPI_Win win) {
  int value;
  MPI_Win_fence(0, win);
  MPI_Get(&value, 1, MPI_INT,
          -7, 0, 1, MPI_INT, win); // fencepost-ignore: rma-bad-target
  MPI_Get(&value, 1, MPI_INT, // fencepost-ignore: rma-bad-target
          -7, 0, 1, MPI_INT, win);
  MPI_Get(&value, 1, MPI_INT,
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wrma-bad-target"
          -7, 0, 1, MPI_INT, win);
#pragma clang diagnostic pop
  MPI_Win_fence(0, win);
}
