// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Objects without names: the destructor runs at the end of the full expression.
#include <mpi.h>
#include <string>
#include <vector>
void tempVec(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  MPI_Put(std::vector<int>{1, 2}.data(), 2, MPI_INT, t, 0, 2, MPI_INT, w); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void tempRef(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  MPI_Put(&(const int &)1, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(w); }
template<class T> const T &asRef(const T &x) { return x; }
void tempRef2(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  const int &one = 1;
  MPI_Put(&one, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(w); }
void tempRef3(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  MPI_Put(std::string("abc").c_str(), 3, MPI_CHAR, t, 0, 3, MPI_CHAR, w); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void tempFlush(MPI_Win w, int t) { MPI_Win_lock_all(0, w);
  (MPI_Put(std::vector<int>{1, 2}.data(), 2, MPI_INT, t, 0, 2, MPI_INT, w), MPI_Win_flush(t, w));
  MPI_Win_unlock_all(w); }
struct Guard {
  MPI_Win w;
  int t;
  Guard(MPI_Win w, int t) : w(w), t(t) {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); // #lock
  }
  ~Guard() { MPI_Win_unlock(t, w); }
  Guard(const Guard&) = delete;
  Guard &put(const double *x) { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); return *this; }
  void get(double *x) { MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); } };
void tg1(MPI_Win w, int t, double *x) {
  Guard(w, t).get(x);
  MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void tg2(MPI_Win w, int t, double *x) {
  Guard(w, t).put(x).put(x + 1);
  x[0] = 1;
}
void tg3(MPI_Win w, int t, double *x) {
  Guard(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void tg4(MPI_Win w, int t, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  Guard(w, t).put(x); // expected-warning@#lock {{[rma-nested-epoch]}}
  MPI_Win_unlock(t, w);
}
void tg5(MPI_Win w, int t, double *x) {
  const auto &g = Guard(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
void tg6(MPI_Win w, int t, double *x) {
  {
    auto &&g = Guard(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); } // expected-warning {{[rma-no-epoch]}}
void tg7(MPI_Win w, int t, double *x, bool b) {
  if (b) Guard(w, t).put(x);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  x[0] = 1;
  MPI_Win_unlock(t, w);
}
void tg8(MPI_Win w, int t, double *x, bool b) {
  b && (Guard(w, t).put(x), true);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  x[0] = 1;
  MPI_Win_unlock(t, w);
}
void tg9(MPI_Win w, int t, double *x) { (Guard(w, t).put(x), x[0] = 2); } // expected-warning {{[rma-local-race]}}
