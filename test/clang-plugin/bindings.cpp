// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Structured bindings, and handles and guards that are moved, exchanged or swapped.
#include <mpi.h>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
void s1(double *x, int t) {
  auto [w, n] = std::pair<MPI_Win, int>(MPI_WIN_NULL, 1);
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &w);
  MPI_Win_lock_all(0, w);
  double y = 0;
  MPI_Put(&y, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  y = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
struct P { MPI_Win win; int t; double buf[4]; };
void s2(P &p) {
  auto &[w, t, b] = p;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  b[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock(t, w);
  b[0] = 1;
}
void s3(P &p) {
  auto &[w, t, b] = p;
  MPI_Win_lock(MPI_LOCK_SHARED, p.t, 0, p.win);
  MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w);
  b[0] = 1;
}
void s4(P p) {
  auto [w, t, b] = p;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w);
  b[0] = 1;
}
std::pair<MPI_Win, double *> makeWin();
void s5(int t) {
  auto [w, mem] = makeWin();
  MPI_Win_lock_all(0, w);
  MPI_Put(mem, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  mem[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void s6(int t) {
  auto [w, mem] = makeWin();
  MPI_Win_fence(0, w);
  MPI_Put(mem, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
  mem[0] = 1;
  MPI_Win_free(&w);
}
void s7(std::map<int, MPI_Win> &m, double *x) {
  for (auto &[t, w] : m) {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    MPI_Win_unlock(t, w);
  }
  x[0] = 1;
}
void s8(std::map<int, MPI_Win> &m, double *x) {
  for (auto &[t, w] : m) MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  for (auto &[t, w] : m) MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  for (auto &[t, w] : m) MPI_Win_unlock(t, w); x[0] = 1; }
struct Move { MPI_Win w = MPI_WIN_NULL; bool locked = false; int t = 0;
  Move(MPI_Win w, int t) : w(w), locked(true), t(t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); }
  Move(Move &&o) noexcept : w(o.w), locked(std::exchange(o.locked, false)), t(o.t) {}
  Move &operator=(Move &&o) noexcept {
    std::swap(w, o.w);
    std::swap(locked, o.locked);
    std::swap(t, o.t);
    return *this;
  }
  void release() { if (std::exchange(locked, false)) MPI_Win_unlock(t, w); }
  ~Move() { release(); } };
void x1(MPI_Win w, int t, double *x) {
  Move a(w, t);
  Move b(std::move(a));
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  a.release();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  b.release();
  x[0] = 1;
}
void x2(MPI_Win w, int t, double *x) {
  Move a(w, t);
  a.release();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
void x3(MPI_Win w, int t, double *x) {
  Move a(w, t);
  a = Move(w, t + 1);
  MPI_Put(x, 1, MPI_DOUBLE, t + 1, 0, 1, MPI_DOUBLE, w);
}
void x4(MPI_Win w, int t, double *x) {
  std::optional<Move> g;
  g.emplace(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.reset();
  x[0] = 1;
}
void x5(MPI_Win w, int t, double *x) {
  std::optional<Move> g(std::in_place, w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g = std::nullopt;
  x[0] = 1;
}
struct WinDel { void operator()(MPI_Win *w) const { MPI_Win_free(w); delete w; } };
using WinPtr = std::unique_ptr<MPI_Win, WinDel>;
void u1(double *x, int t) {
  WinPtr w(new MPI_Win);
  double *b;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &b, w.get());
  MPI_Win_lock_all(0, *w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, *w);
  MPI_Win_unlock_all(*w);
  x[0] = 1;
}
void u2(double *x, int t) {
  WinPtr w(new MPI_Win);
  double *b;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &b, w.get());
  MPI_Win_lock_all(0, *w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, *w);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(*w);
}
void u3(MPI_Win a, MPI_Win b, int t, double *x) {
  MPI_Win_lock_all(0, a);
  std::swap(a, b);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, b);
  MPI_Win_unlock_all(b);
  x[0] = 1;
}
void u4(MPI_Win a, MPI_Win b, int t, double *x) {
  MPI_Win_lock_all(0, a);
  MPI_Win c = std::exchange(a, b);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, c);
  MPI_Win_unlock_all(c);
  x[0] = 1;
  MPI_Win_lock_all(0, a);
  MPI_Win_unlock_all(a);
}
