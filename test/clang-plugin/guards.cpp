// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Objects that open an epoch for as long as they live, and functions that open one around a lambda.
#include <mpi.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>
#include <functional>
class LockGuard {
  MPI_Win win;
  int target;
  bool open = true;
public:
  LockGuard(MPI_Win w, int t) : win(w), target(t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); }
  LockGuard(const LockGuard &) = delete;
  LockGuard &operator=(const LockGuard &) = delete;
  void close() {
    if (open) {
      MPI_Win_unlock(target, win);
      open = false;
    }
  }
  ~LockGuard() { close(); }
};
class AllGuard {
  MPI_Win win;
public:
  explicit AllGuard(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); }
  ~AllGuard() { MPI_Win_unlock_all(win); }
  void flush(int t) { MPI_Win_flush(t, win); }
  void put(const double *p, int n, int t) { MPI_Put(p, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win); }
};
class SimpleGuard {
  MPI_Win &win;
  int target;
public:
  SimpleGuard(MPI_Win &w, int t, int kind = MPI_LOCK_SHARED) : win(w), target(t) { MPI_Win_lock(kind, t, 0, w); }
  ~SimpleGuard() { MPI_Win_unlock(target, win); }
};
void afterScope1(MPI_Win w, int t, double *x) {
  {
    AllGuard g(w);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void afterScope2(MPI_Win w, int t, double *x) {
  {
    SimpleGuard g(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void afterScope3(MPI_Win w, int t, double *x) {
  {
    LockGuard g(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void afterClose(MPI_Win w, int t, double *x) {
  LockGuard g(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.close();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void guardRace(MPI_Win w, int t, double *x) {
  AllGuard g(w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  x[0] = 2; // expected-warning {{[rma-local-race]}}
  g.flush(t);
  x[0] = 3;
}
void guardPut(MPI_Win w, int t, double *x) {
  AllGuard g(w);
  g.put(x, 4, t);
  x[0] = 2; // expected-warning {{[rma-local-race]}}
}
void guardOk(MPI_Win w, int t, double *x) {
  {
    LockGuard g(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
  LockGuard h(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  h.close();
  x[0] = 1;
}
void guardOpt(MPI_Win w, int t, double *x) {
  std::optional<AllGuard> g;
  g.emplace(w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.reset();
  x[0] = 1;
}
void guardUnique(MPI_Win w, int t, double *x) {
  auto g = std::make_unique<AllGuard>(w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.reset();
  x[0] = 1;
}
// movable guard
class MoveGuard {
  MPI_Win win = MPI_WIN_NULL;
public:
  explicit MoveGuard(MPI_Win w) : win(w) { MPI_Win_lock_all(0, w); }
  MoveGuard(MoveGuard &&o) noexcept : win(std::exchange(o.win, MPI_WIN_NULL)) {}
  ~MoveGuard() { if (win != MPI_WIN_NULL) MPI_Win_unlock_all(win); }
};
MoveGuard make(MPI_Win w) { return MoveGuard(w); }
void moved(MPI_Win w, int t, double *x) {
  auto g = make(w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
void moved2(MPI_Win w, int t, double *x) {
  std::vector<MoveGuard> all;
  {
    MoveGuard g(w);
    all.push_back(std::move(g));
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
// guard with releases: 
class Adopt {
  MPI_Win win; int t; bool owns;
public:
  Adopt(MPI_Win w, int t) : win(w), t(t), owns(true) { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, win); }
  void release() { owns = false; }
  ~Adopt() { if (owns) MPI_Win_unlock(t, win); }
};
void released(MPI_Win w, int t, double *x) {
  {
    Adopt a(w, t);
    a.release();
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w);
}
void notReleased(MPI_Win w, int t, double *x) {
  {
    Adopt a(w, t);
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
// conditional guard
void cond(MPI_Win w, int t, double *x, bool lock) {
  std::optional<LockGuard> g;
  if (lock) g.emplace(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
// with_lock
template <typename F> void with_lock(MPI_Win w, int t, F f) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); // #with-lock
  f();
  MPI_Win_unlock(t, w);
}
template <typename F> void with_all(MPI_Win w, F &&f) {
  MPI_Win_lock_all(0, w);
  std::forward<F>(f)();
  MPI_Win_unlock_all(w);
}
template <typename F> auto with_fence(MPI_Win w, F &&f) {
  MPI_Win_fence(0, w);
  f(w);
  MPI_Win_fence(0, w);
}
void wl1(MPI_Win w, int t, double *x) {
  with_lock(w, t, [&] {
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    x[0] = 1; // expected-warning {{[rma-local-race]}}
  });
  x[0] = 2;
}
void wl2(MPI_Win w, int t, double *x) {
  with_lock(w, t, [&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); });
  x[0] = 2;
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void wl3(MPI_Win w, int t, double *x) {
  with_all(w, [&] { MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); });
  x[0] += 2;
  MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void wl4(MPI_Win w, MPI_Win v, int t, double *x) {
  with_all(w, [&] { with_all(v, [&] { MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }); });
  x[0] += 2;
}
void wl5(MPI_Win w, int t, double *x) {
  double y = 0;
  with_all(w, [&] {
    MPI_Get(&y, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    x[0] = y; // expected-warning {{[rma-local-race]}}
  });
}
void wl6(MPI_Win w, int t, double *x) {
  with_fence(w, [&](MPI_Win v) {
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, v);
    x[0] = 7; // expected-warning {{[rma-local-race]}}
  });
  x[0] = 5;
}
void wl7(MPI_Win w, int t, double *x) {
  with_lock(w, t, [&] {
    MPI_Win_unlock(t, w);
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  });
}
void wl8(MPI_Win w, int t, double *x) {
  with_lock(w, t, [=] { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); MPI_Win_unlock(t, w); }); // nests: lambda on its own unknown
}
void wlNested(MPI_Win w, int t, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  with_lock(w, t, [&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }); // expected-warning@#with-lock {{[rma-nested-epoch]}}
  MPI_Win_unlock(t, w); // expected-warning {{[rma-unmatched-sync]}}
}
// std::function
void with_fun(MPI_Win w, const std::function<void()> &f) {
  MPI_Win_lock_all(0, w);
  f();
  MPI_Win_unlock_all(w);
}
void wf(MPI_Win w, int t, double *x) {
  with_fun(w, [&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); });
  x[0] = 3;
}
// generic helper leaves under way
template <typename F> void eachNeighbour(const int *nb, F f) { f(nb[0]); f(nb[1]); }
void gen1(MPI_Win w, const int *nb, double *x) {
  MPI_Win_lock_all(0, w);
  eachNeighbour(nb, [&](int t) { MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); });
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
template <typename F> void apply(F &&f) { f(); }
void gen2(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  apply([&] { MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); });
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_flush(t, w);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
template <typename F, typename... A> decltype(auto) invoke(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }
void gen3(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  invoke([](MPI_Win v, int u, double *y) { MPI_Put(y, 4, MPI_DOUBLE, u, 0, 4, MPI_DOUBLE, v); }, w, t, x);
  x[0] = 1; // reached through references to pointers: left to the run
  MPI_Win_unlock_all(w);
}
void gen4(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  apply([&] { MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); MPI_Win_flush_local(t, w); });
  x[0] = 1;
  apply([&] { MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); });
  apply([&] { MPI_Win_flush_local_all(w); });
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
template <typename F> void twice(F f, F g) { f(); g(); }
void gen5(MPI_Win w, int t, double *x, double *y, bool b) {
  auto mk = [&](double *p) { return [=] { MPI_Put(p, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); }; };
  MPI_Win_lock_all(0, w);
  twice(mk(y), mk(y + 8));
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
// guard member in class
class Session {
  MPI_Win win;
  AllGuard guard;
public:
  explicit Session(MPI_Win w) : win(w), guard(w) {}
  void put(const double *x, int t) { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); }
};
void session(MPI_Win w, int t, double *x) {
  {
    Session s(w);
    s.put(x, t);
  }
  x[0] = 2;
}
void session2(MPI_Win w, int t, double *x) {
  {
    Session s(w);
    s.put(x, t);
    x[0] = 2; // expected-warning {{[rma-local-race]}}
  }
}
// temporary guard lives only in the full expression
void temporary(MPI_Win w, int t, double *x) {
  AllGuard(w).put(x, 1, t);
  x[0] = 1;
}
void temporary2(MPI_Win w, int t, double *x) {
  AllGuard{w};
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void temporary3(MPI_Win w, int t, double *x) {
  const AllGuard &g = AllGuard(w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
void loopGuard(MPI_Win w, int n, double *x) {
  for (int t = 0; t < n; ++t) {
    SimpleGuard g(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 0;
}
