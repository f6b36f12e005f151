// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// References to pointers, packs that are handed on, lambdas for any type.
#include <mpi.h>
#include <utility>
#include <vector>
template <class F, class... A> void with(MPI_Win w, F &&f, A &&...a) {
  MPI_Win_lock_all(0, w);
  std::forward<F>(f)(w, std::forward<A>(a)...);
  MPI_Win_unlock_all(w);
}
template <class... A> void putAll(MPI_Win w, int t, A &&...a) {
  (MPI_Put(a, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w), ...); // expected-warning {{[rma-remote-race]}}
}
template <class F, class... A> decltype(auto) call(F &&f, A &&...a) {
  return std::forward<F>(f)(std::forward<A>(a)...);
}
void f1(MPI_Win w, int t, double *x, double *y) {
  MPI_Win_lock_all(0, w);
  putAll(w, t, x, y);
  y[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void f2(MPI_Win w, int t, double *x) {
  with(w, [](MPI_Win v, int u, double *p) { MPI_Put(p, 1, MPI_DOUBLE, u, 0, 1, MPI_DOUBLE, v); p[0] = 1; }, t, x); // expected-warning {{[rma-local-race]}}
  x[0] = 1;
}
void f3(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  call([](MPI_Win v, int u, double *p) { MPI_Put(p, 1, MPI_DOUBLE, u, 0, 1, MPI_DOUBLE, v); }, w, t, x);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void f4(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  auto put = [&](auto &&p) { MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); };
  put(x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  x[0] = 1;
}
void f5(MPI_Win w, int t) {
  double y = 0;
  MPI_Win_lock_all(0, w);
  auto put = [&](auto &&p) { MPI_Put(&p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); };
  put(y);
  y = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void f6(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  auto put = [&](auto &&p) { MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); p += 1; };
  put(x);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void f7(MPI_Win w, int t, std::vector<double> v) {
  MPI_Win_lock_all(0, w);
  auto put = [&](auto &&c) { MPI_Put(c.data(), 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); };
  put(v);
  v[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
static void pt(MPI_Win w, int t, double &p) { MPI_Put(&p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
void f5c(MPI_Win w, int t) { double y = 0; MPI_Win_lock_all(0, w); pt(w, t, y);
 y = 1; MPI_Win_unlock_all(w); } // expected-warning {{[rma-local-race]}}
void f5e(MPI_Win w, int t) {
  double y = 0;
  MPI_Win_lock_all(0, w);
  MPI_Put(&y, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
 y = 1; MPI_Win_unlock_all(w); } // expected-warning {{[rma-local-race]}}
void f5d(MPI_Win w, int t) { double y[2]; MPI_Win_lock_all(0, w); pt(w, t, y[0]);
 y[0] = 1; MPI_Win_unlock_all(w); } // expected-warning {{[rma-local-race]}}
template <class F, class... A> decltype(auto) call2(F &&f, A &&...a) {
  return call(std::forward<F>(f), std::forward<A>(a)...);
}
static void put2(double *p, int t, MPI_Win w) { MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
static void putAndGo(double *&p, int t, MPI_Win w) {
  MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  p += 1;
}
static void goAndPut(double *&p, int t, MPI_Win w) {
  p += 1;
  MPI_Put(p, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
void n1(MPI_Win w, int t, double *x) { MPI_Win_lock_all(0, w); call2(put2, x, t, w);
 x[0] = 1;
 MPI_Win_unlock_all(w); }
void n2(MPI_Win w, int t, double *x) { MPI_Win_lock_all(0, w); call2(put2, x + 1, t, w);
 x[0] = 1;
 x[1] = 1;
 MPI_Win_unlock_all(w); }
void n3(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  putAndGo(x, t, w);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void n4(MPI_Win w, int t, double *x) {
  double *y = x;
  MPI_Win_lock_all(0, w);
  goAndPut(x, t, w);
  y[0] = 1;
  MPI_Win_unlock_all(w);
}
static void store(double *&p) { p[0] = 1; }
void n5(MPI_Win w, int t, double *x) { MPI_Win_lock_all(0, w); put2(x, t, w);
 store(x); // expected-warning {{[rma-local-race]}}
 MPI_Win_unlock_all(w); store(x); }
void n6(MPI_Win w, int t, double *x, double *y) {
  MPI_Win_lock_all(0, w);
  put2(x, t, w);
  std::swap(x, y);
  store(x);
  MPI_Win_unlock_all(w);
  store(x);
}
void n7(MPI_Win w, int t, double *x, double *y) {
  MPI_Win_lock_all(0, w);
  put2(x, t, w);
  double *z = std::exchange(x, y);
  store(x);
  x[0] = 1;
  MPI_Win_unlock_all(w);
  store(x);
}
void n8(MPI_Win w, int t, double *x, int i) {
  auto next = [](int &i) { ++i; };
  MPI_Win_lock_all(0, w);
  put2(x + i, t, w);
  next(i);
  x[i] = 1;
  MPI_Win_unlock_all(w);
}
void n9(MPI_Win w, int t, double *x, int i) {
  auto look = [](int &i) { return i; };
  MPI_Win_lock_all(0, w);
  put2(x + i, t, w);
  look(i);
 x[i] = 1; // expected-warning {{[rma-local-race]}}
 MPI_Win_unlock_all(w); }
