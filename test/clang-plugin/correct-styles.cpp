// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Correct C++ in the styles one meets: guards, moved windows, optional epochs, threads, lambdas.
// expected-no-diagnostics
#include <algorithm>
#include <map>
#include <memory>
#include <mpi.h>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>
struct Win {
  MPI_Win w = MPI_WIN_NULL;
  Win(void *p, MPI_Aint n) { MPI_Win_create(p, n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w); }
  ~Win() {
    if (w != MPI_WIN_NULL)
      MPI_Win_free(&w);
  }
  Win(Win &&o) noexcept : w(std::exchange(o.w, MPI_WIN_NULL)) {}
  operator MPI_Win() const { return w; }
  template <class F> void epoch(F f) {
    MPI_Win_lock_all(0, w);
    f();
    MPI_Win_unlock_all(w);
  }
};
struct Fence {
  MPI_Win w;
  Fence(MPI_Win w) : w(w) { MPI_Win_fence(0, w); }
  ~Fence() { MPI_Win_fence(MPI_MODE_NOSUCCEED, w); }
};
void a(std::vector<double> &u) {
  Win win(u.data(), u.size() * 8);
  double x = 1;
  {
    Fence f(win);
    MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  x = 2;
  win.epoch([&] { MPI_Get(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); });
  x += 2;
}
void b(MPI_Win win) {
  int v = 1;
  std::optional<Fence> f;
  f.emplace(win);
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  f.reset();
  v = 2;
}
void c(MPI_Win win, std::map<int, std::vector<int>> &m) {
  MPI_Win_lock_all(0, win);
  for (auto &[rank, vec] : m) {
    vec[0] = rank;
    MPI_Put(vec.data(), (int)vec.size(), MPI_INT, rank, 0, (int)vec.size(), MPI_INT, win);
  }
  MPI_Win_flush_all(win);
  for (auto &[rank, vec] : m)
    vec[0] = 0;
  std::vector<int> v(3);
  MPI_Put(v.data(), 3, MPI_INT, 0, 0, 3, MPI_INT, win);
  std::vector<int> kept = std::move(v);
  v = std::vector<int>(5);
  v[0] = 1;
  MPI_Put(v.data(), 3, MPI_INT, 0, 3, 3, MPI_INT, win);
  v.resize(100);
  v[0] = 2;
  MPI_Win_unlock_all(win);
}
void d(MPI_Win win) {
  int v = 1;
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  std::thread t([&] { MPI_Win_flush(0, win); });
  t.join();
  v = 2;
}
struct Base {
  virtual void sync() = 0;
  virtual ~Base() = default;
};
void e(Base &base, MPI_Win win) {
  int v = 1;
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  base.sync();
  v = 2;
}
class Node {
  std::unique_ptr<double[]> p{new double[4]};
  MPI_Win win;
  double *raw = p.get();

public:
  void f(int t) {
    MPI_Put(raw, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, win);
    done();
    raw[0] = 1;
  }
  void g(int t) {
    MPI_Put(p.get(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, win);
    raw = p.get() + 2;
    raw[0] = 1;
  }
  void h(int t) {
    MPI_Put(raw, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, win);
    rotate();
    raw[0] = 1;
    MPI_Win_flush_all(win);
  }
  void rotate() { raw = p.get() + 1; }
  void done();
};
template <class T, int N> struct Buf {
  T data[N];
  MPI_Win win;
  void go(int t) {
    for (int i = 0; i < N; ++i) {
      MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
      data[i] = T(i);
      MPI_Put(&data[i], 1, MPI_INT, t, i, 1, MPI_INT, win);
      MPI_Win_unlock(t, win);
    }
  }
};
void i1() {
  Buf<int, 4> b{};
  b.go(1);
}
auto gen = [](auto win, auto t) {
  int v = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  MPI_Win_unlock(t, win);
  v = 2;
  return v;
};
int use = gen(MPI_WIN_NULL, 0);
void j(int n) {
  MPI_Win win = MPI_WIN_NULL;
  int m = 0;
  struct Closer {
    MPI_Win &w;
    ~Closer() { MPI_Win_free(&w); }
  } closer{win};
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  while (n-- > 0) {
    if (n == 3)
      continue;
    MPI_Accumulate(&n, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
  }
}
MPI_Win make() {
  MPI_Win w;
  int *b;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  MPI_Win_lock_all(0, w);
  return w;
}
void k(bool yes) {
  int v = 0;
  MPI_Win w = make();
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  if (yes)
    MPI_Win_flush(0, w);
  MPI_Win_unlock_all(w);
  v = 1;
  MPI_Win_free(&w);
}
void cond(bool yes, MPI_Win w) {
  int v = 0;
  MPI_Win_lock_all(0, w);
  yes ? MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w) : MPI_Win_flush(0, w);
  if (!yes)
    v = 1;
  MPI_Win_unlock_all(w);
}
