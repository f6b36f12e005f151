// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Variables go in the order that the language gives, whether they have a destructor or not.
#include <array>
#include <mpi.h>
struct Fences {
  MPI_Win w;
  explicit Fences(MPI_Win w) : w(w) { MPI_Win_fence(0, w); }
  ~Fences() { MPI_Win_fence(0, w); }
};
struct Lock {
  MPI_Win w;
  int t;
  Lock(MPI_Win w, int t) : w(w), t(t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); } // expected-note {{the epoch was opened here}}
  ~Lock() { MPI_Win_unlock(t, w); }
};
void arrayFirst(MPI_Win w, int t) {
  Fences fences(w);
  int x[4] = {};
  MPI_Put(x, 4, MPI_INT, t, 0, 4, MPI_INT, w); // expected-warning {{MPI_Put may still be reading 'x' when that goes out of scope}}
}
void fencesFirst(MPI_Win w, int t) {
  int x[4] = {};
  Fences fences(w);
  MPI_Put(x, 4, MPI_INT, t, 0, 4, MPI_INT, w); // quiet
}
void standardArrayFirst(MPI_Win w, int t) {
  Fences fences(w);
  std::array<int, 4> x{};
  MPI_Put(x.data(), 4, MPI_INT, t, 0, 4, MPI_INT, w); // expected-warning {{MPI_Put may still be reading 'x' when that goes out of scope}}
}
int early(MPI_Win w, bool now) {
  Lock lock(w, 0);
  int x = 0;
  MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, w); // expected-warning {{MPI_Get may still be writing 'x' when that goes out of scope}}
  if (now)
    return 0;
  MPI_Win_flush(0, w);
  return x;
}
int parameter(MPI_Win w, int x, int t) {
  Lock lock(w, t);
  MPI_Put(&x, 1, MPI_INT, t, 0, 1, MPI_INT, w); // quiet
  return 0;
}
int innerScope(MPI_Win w, int t) {
  int x = 0;
  {
    Lock lock(w, t);
    int y = 3;
    MPI_Win_flush(t, w);
    MPI_Get(&x, 1, MPI_INT, t, 0, 1, MPI_INT, w); // expected-note {{MPI_Get writes '&x'}}
    x = y; // expected-warning {{'x' is written while MPI_Get}}
  }
  return x; // quiet
}
