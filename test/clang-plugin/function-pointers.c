// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// A local pointer that only ever points to one function.
#include <mpi.h>
typedef void (*Visit)(double *, int);
static void clear(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 0; // expected-note {{it is written here}}
}
static void nothing(double *x, int n) { (void)x, (void)n; }
static void unlock(int t, MPI_Win w) { MPI_Win_unlock(t, w); } // expected-note {{the epoch was closed here}}
void one(MPI_Win w, int t) {
  double x[4] = {0};
  Visit visit = clear;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'x'}}
  visit(x, 4); // expected-warning {{'x' is written by visit while MPI_Put}}
  MPI_Win_unlock(t, w);
  visit(x, 4); // quiet
}
void several(MPI_Win w, int t, int empty, Visit given) {
  double x[4] = {0};
  Visit visit = clear, other = given;
  if (empty)
    visit = nothing;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  visit(x, 4); // quiet
  other(x, 4); // quiet
  given(x, 4); // quiet
  MPI_Win_unlock(t, w);
}
void closes(MPI_Win w, int t, double *x) {
  void (*end)(int, MPI_Win) = &unlock;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  end(t, w);
  MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); // expected-warning {{MPI_Put on window 'w', which has no epoch open}}
}
void hidden(MPI_Win w, int t, double *x, void (*end)(int, MPI_Win)) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  end(t, w);
  MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); // quiet
}
