// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Functions that hand the error of a call of MPI on: what follows is the way without an error.
#include <mpi.h>

#define TRY(call)                                                                                  \
  do {                                                                                             \
    int error = (call);                                                                            \
    if (error)                                                                                     \
      return error;                                                                                \
  } while (0)

int inMacro(MPI_Win win) {
  int value = 0;
  TRY(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win)); // expected-note {{MPI_Put reads '&value'}}
  value++; // expected-warning {{'value' is written while MPI_Put}}
  TRY(MPI_Win_flush(0, win));
  value++;
  return MPI_SUCCESS;
}

int inVariable(MPI_Win win) {
  int value = 0;
  int error = MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{MPI_Put reads '&value'}}
  if (error != MPI_SUCCESS)
    return error;
  value = 1; // expected-warning {{'value' is written while MPI_Put}}
  return MPI_Win_flush(0, win);
}

int onlyAfterFailure(MPI_Win win) {
  int value = 0;
  int error = MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{when that goes out of scope}}
  if (error == MPI_SUCCESS)
    return error;
  value = 1;
  return error;
}

int onlyAfterFailureNegated(MPI_Win win) {
  int value = 0;
  int error = MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (!error)
    return error;
  value = 1;
  return error;
}
