// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Notes of the way that a finding takes: only where it is not plain from reading on.
#include <mpi.h>

void oneBranch(int t, MPI_Win win, int x) {
  double b[30] = {0};
  MPI_Win_lock_all(0, win); // expected-note 2 {{the epoch was opened here}}
  if (x > 1) // expected-note {{taking the true branch}}
    MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_flush_all(win);
  if (x < 1) // expected-note {{taking the false branch}}
    b[1] = 2;
  else
    MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock_all(win);
}

void nextIteration(int t, MPI_Win win, int x, double *b) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  for (int i = 0; i < x; i++) { // expected-note {{in the loop's next iteration}}
    b[3] = 1; // expected-warning {{'b[3]' is written while MPI_Put}}
    MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  }
  MPI_Win_fence(0, win);
}

void again(int t, MPI_Win win, int x, double *b) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  do { // expected-note {{in the loop's next iteration}}
    for (int i = 0; i < 10; i++)
      b[i] = x; // expected-warning {{'b[i]' is written while MPI_Put}}
    MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  } while (--x);
  MPI_Win_fence(0, win);
}

// No such note: the use comes next, or stands under the condition itself.
void straight(int t, MPI_Win win, int x, double *b) {
  MPI_Win_fence(0, win); // expected-note 2 {{the epoch was opened here}}
  for (int i = 0; i < x; i++) {
    double v = i;
    MPI_Put(&v, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); // expected-note {{MPI_Put reads '&v'}} expected-warning {{when that goes out of scope}}
    v = 1; // expected-warning {{'v' is written while MPI_Put}}
  }
  if (x < 3)
    return;
  MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  if (x < 7)
    b[0] = 1;
  b[0] = 2; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_fence(0, win);
}
