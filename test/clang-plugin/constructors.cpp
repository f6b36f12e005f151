// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// What constructors do to windows that their callers know.
#include <mpi.h>
#include <memory>
struct LG {
  MPI_Win w;
  int t;
  LG(MPI_Win w, int t) : w(w), t(t) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, w); // #lock
  }
  ~LG() {
    MPI_Win_unlock(t, w);
  }
};
void k1(MPI_Win w, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  LG g(w, t); // expected-warning@#lock {{[rma-nested-epoch]}}
}
void k2(MPI_Win w, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Win_unlock(t, w);
  LG g(w, t);
}
void k3(MPI_Win w, int t) {
  LG g(w, t);
  LG h(w, t); // expected-warning@#lock {{[rma-nested-epoch]}}
}
void k4(MPI_Win w, int t) {
  LG g(w, 0);
  LG h(w, 1);
}
struct PutC {
  PutC(MPI_Win w, int t, const double *x) {
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // #put
  }
};
void k5(double *x) {
  MPI_Win w;
  double *b;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  PutC p(w, 1, x); // expected-warning@#put {{[rma-no-epoch]}}
  MPI_Win_free(&w);
}
void k6(double *x) {
  MPI_Win w;
  double *b;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  MPI_Win_fence(0, w);
  PutC p(w, 1, x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
}
void k7(MPI_Win w, double *x, int t) {
  MPI_Win_lock_all(0, w);
  PutC(w, t, x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void k8(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w);
  auto g = std::make_unique<LG>(w, t);
}
