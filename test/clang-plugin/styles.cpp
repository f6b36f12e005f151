// RUN: %clang++ -std=c++20 -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Programs in C++20 as users write them, right ones and wrong ones.
#include <mpi.h>
#include <vector>
#include <array>
#include <atomic>
#include <memory>
#include <map>
#include <thread>
#include <ranges>
#include <algorithm>
#include <stdexcept>
#include <tuple>
// typed window
template <typename T> struct MpiType;
template <> struct MpiType<double> { static MPI_Datatype value() { return MPI_DOUBLE; } };
template <> struct MpiType<int> { static MPI_Datatype value() { return MPI_INT; } };
template <typename T> class TypedWindow {
  MPI_Win win_ = MPI_WIN_NULL;
  T *base_ = nullptr;
  MPI_Comm comm_;
public:
  TypedWindow(MPI_Comm comm, std::size_t n) : comm_(comm) {
    MPI_Win_allocate(n * sizeof(T), sizeof(T), MPI_INFO_NULL, comm, &base_, &win_);
  }
  TypedWindow(const TypedWindow &) = delete;
  ~TypedWindow() { if (win_ != MPI_WIN_NULL) MPI_Win_free(&win_); }
  void lock_all() { MPI_Win_lock_all(0, win_); }
  void unlock_all() { MPI_Win_unlock_all(win_); }
  void fence(int a = 0) { MPI_Win_fence(a, win_); }
  void put(const T *p, int n, int t, MPI_Aint d = 0) { MPI_Put(p, n, MpiType<T>::value(), t, d, n, MpiType<T>::value(), win_); } // #window-put
  void get(T *p, int n, int t, MPI_Aint d = 0) { MPI_Get(p, n, MpiType<T>::value(), t, d, n, MpiType<T>::value(), win_); }
  void put(const T &v, int t, MPI_Aint d = 0) { put(&v, 1, t, d); }
  T load(int t, MPI_Aint d) { T v; get(&v, 1, t, d); MPI_Win_flush_local(t, win_); return v; }
  void flush(int t) { MPI_Win_flush(t, win_); }
  T *data() { return base_; }
};
void typed1(MPI_Comm c, int t) {
  TypedWindow<double> w(c, 8);
  double x[4] = {};
  w.lock_all();
  w.put(x, 4, t);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  w.flush(t);
  x[0] = 2;
  w.unlock_all();
  w.put(x, 4, t); // expected-warning@#window-put {{[rma-no-epoch]}}
}
void typed2(MPI_Comm c, int t) {
  TypedWindow<int> w(c, 8);
  int x = 0;
  w.fence();
  w.get(&x, 1, t);
  int y = x; // expected-warning {{[rma-local-race]}}
  w.fence();
  y = x;
  w.fence(MPI_MODE_NOSUCCEED);
}
void typed3(MPI_Comm c, int t) {
  TypedWindow<int> w(c, 8);
  w.lock_all();
  int y = w.load(t, 0);
  w.put(y, t, 1);
  w.flush(t);
  y = w.load(t, 1);
  w.unlock_all();
}
void typed4(MPI_Comm c, int t) { // temporaries die at the end of the full expression
  TypedWindow<int> w(c, 8);
  w.lock_all();
  w.put(42, t, 1); // temporaries are left to the run
  w.unlock_all();
}
void typed4ok(MPI_Comm c, int t) {
  TypedWindow<int> w(c, 8);
  w.lock_all();
  const int v = 42;
  w.put(v, t, 1);
  w.unlock_all();
}
// inheritance
struct Base {
  MPI_Win win;
  virtual ~Base() = default;
  void open() { MPI_Win_lock_all(0, win); }
  void close() { MPI_Win_unlock_all(win); }
  virtual void step(double *x, int t) = 0;
};
struct Putter final : Base {
  void step(double *x, int t) override { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); } // #step
};
void inherit1(Putter &p, double *x, int t) {
  p.open();
  p.step(x, t);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  p.close();
  p.step(x, t); // expected-warning@#step {{[rma-no-epoch]}}
}
void inherit2(Base &b, double *x, int t) {
  b.open();
  b.step(x, t);
  x[0] = 1;
  b.close();
}
// CRTP
template <typename D> struct Crtp {
  void run(double *x, int t) { self().begin(); self().work(x, t); self().end(); }
  D &self() { return static_cast<D &>(*this); }
};
struct Impl : Crtp<Impl> {
  MPI_Win win;
  void begin() { MPI_Win_lock_all(0, win); }
  void work(double *x, int t) { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); }
  void end() { MPI_Win_unlock_all(win); }
};
void crtp(Impl &i, double *x, int t) {
  i.run(x, t);
  x[0] = 1;
  i.run(x, t);
}
// structured bindings, tuples
void bindings(MPI_Win w, int t) {
  std::pair<double, int> p{1.0, 2};
  [[maybe_unused]] auto &[d, i] = p;
  MPI_Win_lock_all(0, w);
  MPI_Put(&p.first, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  i = 3;
  MPI_Win_unlock_all(w);
}
// OpenMP
void copiesOfContainers(MPI_Win w) {
  std::vector<double> v(8);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, w);
#pragma omp parallel firstprivate(v)
  v[0] = 1;
#pragma omp parallel
  v[1] = 1; // expected-warning {{'v[1]' is written while MPI_Put}}
  MPI_Win_unlock_all(w);
}
void omp1(MPI_Win w, double *x, int n, int t) {
  MPI_Win_lock_all(0, w);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = i;
  MPI_Put(x, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = 2 * i; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void omp2(MPI_Win w, double *x, int n, int t) {
  MPI_Win_fence(0, w);
#pragma omp parallel
  {
#pragma omp master
    MPI_Put(x, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
#pragma omp barrier
  }
  MPI_Win_fence(0, w);
  x[0] = 1;
}
// exceptions
void exc(MPI_Win w, double *x, int t, bool fail) {
  MPI_Win_lock_all(0, w);
  try {
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    if (fail)
      throw std::runtime_error("x");
    MPI_Win_flush(t, w);
  } catch (const std::exception &) {
    x[0] = 0; // it may have been the flush that threw
  }
  MPI_Win_unlock_all(w);
}
// map of windows
void maps(std::map<int, MPI_Win> &m, double *x, int t) {
  MPI_Win_lock_all(0, m[1]);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, m[1]);
  MPI_Win_unlock_all(m[1]);
  x[0] = 1;
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, m[2]);
}
// vector of windows in loop
void vwin(std::vector<MPI_Win> &ws, double *x, int t) {
  for (auto &w : ws)
    MPI_Win_lock_all(0, w);
  for (auto w : ws)
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  for (MPI_Win w : ws)
    MPI_Win_unlock_all(w);
  x[0] = 1;
}
// const and references
void constRef(const MPI_Win &w, const double &x, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_unlock(t, w);
  MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
// ternary and comma
void tern(MPI_Win a, MPI_Win b, bool c, double *x, int t) {
  MPI_Win w = c ? a : b;
  MPI_Win_lock_all(0, w);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, c ? a : b);
  MPI_Win_unlock_all(w);
  x[0] = 1;
}
// static local window
MPI_Win &instance() { static MPI_Win w; return w; }
void inst(double *x, int t) {
  MPI_Win_lock_all(0, instance());
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, instance());
  MPI_Win_unlock_all(instance());
  x[0] = 1;
}
// counters
int ticket(MPI_Win w, int t) {
  int one = 1, result;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Fetch_and_op(&one, &result, MPI_INT, t, 0, MPI_SUM, w);
  MPI_Win_unlock(t, w);
  return result;
}
int ticketBad(MPI_Win w, int t) {
  int one = 1, result;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Fetch_and_op(&one, &result, MPI_INT, t, 0, MPI_SUM, w);
  int r = result; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock(t, w);
  return r;
}
bool tryLock(MPI_Win w, int t) {
  int one = 1, zero = 0, result = 1;
  do {
    MPI_Compare_and_swap(&one, &zero, &result, MPI_INT, t, 0, w);
    MPI_Win_flush(t, w);
  } while (result);
  return true;
}
bool tryLockBad(MPI_Win w, int t) {
  int one = 1, zero = 0, result = 1;
  MPI_Win_lock_all(0, w);
  do {
    MPI_Compare_and_swap(&one, &zero, &result, MPI_INT, t, 0, w); // expected-warning {{[rma-local-race]}}
  } while (result); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  return true;
}
// early return leaves epoch: window private
int privateWin(MPI_Comm c, bool fail) {
  MPI_Win w;
  double *m;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, c, &m, &w);
  MPI_Win_lock_all(0, w);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  return 0;
}
// switch
void sw(MPI_Win w, int mode, double *x, int t) {
  switch (mode) {
  case 0: MPI_Win_lock_all(0, w); break;
  case 1: MPI_Win_fence(0, w); break;
  default: return;
  }
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  if (mode == 0) MPI_Win_unlock_all(w); else MPI_Win_fence(0, w);
  x[0] = 2;
}
// double buffering
void dbl(MPI_Win w, int t, int n) {
  std::array<std::vector<double>, 2> b{std::vector<double>(8), std::vector<double>(8)};
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; ++i) {
    auto &cur = b[i & 1];
    if (i > 1) MPI_Win_flush_local(t, w);
    cur[0] = i;
    MPI_Put(cur.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  }
  MPI_Win_unlock_all(w);
}
void ptrswap(MPI_Win w, double *a, double *b, int t, int n) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; ++i) {
    a[0] = i;
    MPI_Win_flush_local(t, w);
    MPI_Put(a, 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
    std::swap(a, b);
  }
  MPI_Win_unlock_all(w);
}
template <class... Ts> void putAll(MPI_Win w, int t, const Ts &...v) {
  MPI_Aint d = 0;
  ((MPI_Put(&v, 1, MpiType<Ts>::value(), t, d++, 1, MpiType<Ts>::value(), w)), ...);
}
void fold(MPI_Win w, int t) {
  double a = 1; int b = 2;
  MPI_Win_lock_all(0, w);
  putAll(w, t, a, b);
  b = 3; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  a = 2;
}
