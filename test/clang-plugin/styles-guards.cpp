// RUN: %clang++ -std=c++23 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Guards, windows that own what they are made of, and generic code, right and wrong.
#include <mpi.h>
#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
// scope_exit
template <typename F> class ScopeExit {
  F f; bool active = true;
public:
  explicit ScopeExit(F f) : f(std::move(f)) {}
  ScopeExit(const ScopeExit &) = delete;
  void release() { active = false; }
  ~ScopeExit() { if (active) f(); }
};
void scopeExit(MPI_Win w, int t, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  ScopeExit unlock([&] { MPI_Win_unlock(t, w); });
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
void scopeExit2(MPI_Win w, int t, double *x) {
  {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
    ScopeExit unlock([&] { MPI_Win_unlock(t, w); });
    unlock.release();
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w);
}
void scopeExit3(MPI_Win w, int t, double *x) {
  {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
    ScopeExit unlock([&] { MPI_Win_unlock(t, w); });
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
}
// std::lock_guard like BasicLockable
class RankLock {
  MPI_Win win; int rank;
public:
  RankLock(MPI_Win w, int r) : win(w), rank(r) {}
  void lock() { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win); }
  void unlock() { MPI_Win_unlock(rank, win); }
};
void lockable(MPI_Win w, int r, double *x) {
  RankLock l(w, r);
  {
    std::lock_guard g(l);
    MPI_Put(x, 1, MPI_DOUBLE, r, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
  l.lock();
  MPI_Put(x, 1, MPI_DOUBLE, r, 0, 1, MPI_DOUBLE, w);
  l.unlock();
  x[0] = 1;
}
void lockable2(MPI_Win w, int r, double *x) {
  RankLock l(w, r);
  l.lock();
  MPI_Put(x, 1, MPI_DOUBLE, r, 0, 1, MPI_DOUBLE, w);
  l.unlock();
  MPI_Put(x, 1, MPI_DOUBLE, r, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void lockable3(MPI_Win w, int r, double *x) {
  RankLock a(w, 0), b(w, 1);
  a.lock();
  b.lock();
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w);
  b.unlock();
  a.unlock();
  a.lock();
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  a.unlock();
}
// a window class that may be moved
class Window {
  MPI_Win win = MPI_WIN_NULL; double *base = nullptr;
public:
  Window(MPI_Comm c, int n) { MPI_Win_allocate(n * 8, 8, MPI_INFO_NULL, c, &base, &win); MPI_Win_lock_all(0, win); }
  Window(Window &&o) noexcept : win(o.win), base(o.base) { o.win = MPI_WIN_NULL; }
  Window &operator=(Window &&o) noexcept { close(); std::swap(win, o.win); std::swap(base, o.base); return *this; }
  ~Window() { close(); }
  void close() { if (win != MPI_WIN_NULL) { MPI_Win_unlock_all(win); MPI_Win_free(&win); } }
  void put(std::span<const double> s, int t) { MPI_Put(s.data(), static_cast<int>(s.size()), MPI_DOUBLE, t, 0, static_cast<int>(s.size()), MPI_DOUBLE, win); } // #put
  void flush(int t) { MPI_Win_flush(t, win); }
  MPI_Win handle() const { return win; }
};
void windows1(MPI_Comm c, int t) {
  Window w(c, 8);
  std::vector<double> x(4);
  w.put(x, t);
  w.flush(t);
  x[0] = 1;
  w.close();
}
void windows2(MPI_Comm c, int t) {
  Window w(c, 8);
  std::array<double, 4> x{};
  w.put(x, t);
  w.close();
  x[0] = 1;
  Window v(c, 4);
  w = std::move(v);
  w.put(x, t);
  w.flush(t);
  x[1] = 2;
}
void windows3(MPI_Comm c, int t) {
  std::array<double, 4> x{};
  Window w(c, 8);
  w.close();
  w.put(x, t); // expected-warning@#put {{[rma-freed-window]}}
}
void windows4(MPI_Comm c, int t) {
  std::array<double, 4> x{};
  std::vector<Window> ws;
  for (int i = 0; i < 3; ++i)
    ws.emplace_back(c, 8);
  for (auto &w : ws)
    w.put(x, t);
  ws.clear();
  x[0] = 1;
}
void windows5(MPI_Comm c, int t) {
  std::optional<Window> w;
  w.emplace(c, 8);
  double x[4] = {};
  w->put(x, t);
  w->flush(t);
  x[0] = 1;
  w.reset();
}
// deducing this
struct Cell {
  MPI_Win win; double v;
  void store(this Cell &self, int t) { MPI_Put(&self.v, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, self.win); }
};
void cells(Cell &c, int t) {
  MPI_Win_lock_all(0, c.win);
  c.store(t);
  MPI_Win_flush(t, c.win);
  c.v = 1;
  MPI_Win_unlock_all(c.win);
}
// concepts and generic code
template <std::floating_point T> void axpy(MPI_Win w, std::span<T> x, int t) {
  MPI_Win_fence(0, w);
  MPI_Get(x.data(), x.size_bytes(), MPI_BYTE, t, 0, x.size_bytes(), MPI_BYTE, w);
  MPI_Win_fence(0, w);
  for (T &v : x)
    v *= 2;
}
template void axpy<double>(MPI_Win, std::span<double>, int);
template <std::floating_point T> void axpyWrong(MPI_Win w, std::span<T> x, int t) {
  MPI_Win_fence(0, w);
  MPI_Get(x.data(), x.size_bytes(), MPI_BYTE, t, 0, x.size_bytes(), MPI_BYTE, w);
  for (T &v : x) // expected-warning {{[rma-local-race]}}
    v = v * 2;
  MPI_Win_fence(0, w);
}
template void axpyWrong<double>(MPI_Win, std::span<double>, int);
// builder style
class Epoch {
  MPI_Win win;
public:
  explicit Epoch(MPI_Win w) : win(w) { MPI_Win_lock_all(MPI_MODE_NOCHECK, win); } // #lock-all
  ~Epoch() { MPI_Win_unlock_all(win); }
  Epoch &put(const double *x, int t) { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); return *this; }
  Epoch &flush(int t) { MPI_Win_flush(t, win); return *this; }
};
void chained(MPI_Win w, double *x, int t) {
  Epoch e(w);
  e.put(x, t).flush(t);
  x[0] = 1;
  e.put(x, t);
}
void chainedAfter(MPI_Win w, double *x, int t) {
  { Epoch e(w); e.put(x, t).flush(t).put(x, t); }
  x[0] = 1;
}
void nestedEpochs(MPI_Win a, MPI_Win b, double *x, int t) {
  Epoch e(a);
  {
    Epoch f(b);
    f.put(x, t);
  }
  e.put(x, t);
}
void sameTwice(MPI_Win a, double *x, int t) {
  { Epoch e(a); e.put(x, t); }
  { Epoch e(a); e.put(x, t); }
  x[0] = 1;
}
void nestedSame(MPI_Win a, double *x, int t) {
  Epoch e(a);
  Epoch f(a); // expected-warning@#lock-all {{[rma-nested-epoch]}}
}
void conditional(MPI_Win a, double *x, int t, bool c) {
  if (c) {
    Epoch e(a);
    e.put(x, t);
  } else {
    MPI_Win_fence(0, a);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a);
    MPI_Win_fence(0, a);
  }
  x[0] = 1;
}
int returns(MPI_Win a, int t) {
  int v = 0;
  Epoch e(a);
  MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, a); // the guard goes first
  return v; // expected-warning {{[rma-local-race]}}
}
int returnsInTime(MPI_Win a, int t) {
  int v = 0;
  { Epoch e(a); MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, a); }
  return v;
}
// heap guards, references to guards, guards in tuples and members
void heap(MPI_Win w, double *x, int t) {
  auto *e = new Epoch(w);
  e->put(x, t);
  delete e;
  x[0] = 1;
}
void byReference(MPI_Win w, double *x, int t) {
  Epoch e(w);
  Epoch &r = e;
  r.put(x, t);
  r.flush(t);
  x[0] = 1;
}
static void useEpoch(Epoch &e, double *x, int t) { e.put(x, t); e.flush(t); }
void passed(MPI_Win w, double *x, int t) {
  Epoch e(w);
  useEpoch(e, x, t);
  x[0] = 1;
}
void arrays(MPI_Win a, MPI_Win b, double *x, int t) {
  Epoch es[2] = {Epoch(a), Epoch(b)};
  es[0].put(x, t);
  es[1].put(x, t);
  es[0].flush(t);
  es[1].flush(t);
  x[0] = 1;
}
void staticGuard(MPI_Win w, double *x, int t) {
  static Epoch e(w);
  e.put(x, t);
  e.flush(t);
  x[0] = 1;
}
void throws(MPI_Win w, double *x, int t) {
  try {
    Epoch e(w);
    e.put(x, t);
    if (x[0] < 0)
      throw std::runtime_error("negative");
  } catch (...) {
    x[0] = 0;
  }
  x[0] = 1;
}
void loops(std::vector<MPI_Win> &ws, double *x, int t) {
  for (MPI_Win w : ws) {
    Epoch e(w);
    e.put(x, t);
  }
  for (auto &w : ws | std::views::take(2)) {
    MPI_Win_fence(0, w);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
  }
  x[0] = 1;
}
void switchLoop(MPI_Win w, double *x, int n) {
  for (int t = 0; t < n; ++t) {
    if (t == 3)
      continue;
    Epoch e(w);
    e.put(x, t);
    if (t == 5)
      break;
  }
  x[0] = 1;
}
template <typename F> auto locked(MPI_Win w, F f) -> decltype(f()) {
  Epoch e(w);
  return f();
}
double value(MPI_Win w, int t) {
  double v = 0;
  return locked(w, [&] { MPI_Get(&v, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); MPI_Win_flush(t, w); return v; });
}
void lockedTwice(MPI_Win w, MPI_Win v, double *x, int t) {
  locked(w, [&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); });
  locked(v, [&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, v); });
  x[0] = 1;
}
