// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// References, unique pointers and copies of structs that meet an operation in flight.
#include <mpi.h>
#include <memory>
struct P { double x, y; };
void meet(MPI_Win w, int n) {
  int a[4], i = 1; int &r = a[2]; auto q = std::make_unique<P>();
  MPI_Put(a, 4, MPI_INT, 0, 0, 4, MPI_INT, w); // expected-note {{MPI_Put reads 'a'}}
  r = 2; // expected-warning {{'r' is written while MPI_Put}}
  MPI_Win_flush(0, w);
  MPI_Get(&r, 1, MPI_INT, 0, 0, 1, MPI_INT, w); // expected-note {{MPI_Get writes '&r'}}
  i = a[2]; // expected-warning {{'a[2]' is read while MPI_Get}}
  MPI_Win_flush(0, w);
  MPI_Put(q.get(), 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'q.get()'}}
  q->y = i; // expected-warning {{'q->y' is written while MPI_Put}}
  MPI_Win_flush(0, w);
  P s{1, 2};
  MPI_Get(&s, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, w); // expected-note {{MPI_Get writes '&s'}}
  P copy = s; // expected-warning {{'s' is read while MPI_Get}}
  MPI_Win_flush(0, w);
  auto p = std::make_unique<int[]>(n);
  MPI_Put(p.get(), n, MPI_INT, 0, 0, n, MPI_INT, w); // expected-note {{MPI_Put reads 'p.get()'}}
  p[0] = i + copy.x; // expected-warning {{'p[0]' is written while MPI_Put}}
  MPI_Win_flush(0, w);
}
void parameters(MPI_Win w, double &x, double *&p, double *q) {
  double &y = x;
  MPI_Win_lock_all(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); // expected-note {{MPI_Put reads '&x'}}
  y = 2; // expected-warning {{'y' is written while MPI_Put}}
  MPI_Win_flush(0, w);
  y = 3; // quiet
  MPI_Put(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  p = q;
  p[0] = 2; // quiet
  MPI_Win_unlock_all(w);
}
