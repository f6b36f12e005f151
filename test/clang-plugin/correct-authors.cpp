// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Correct programs in the styles of many authors.
// expected-no-diagnostics
#include "Inputs/window-class.h"
void b1(MPI_Comm c) {
  Window w(c, 8); std::vector<double> v(8); w.fence(); w.put(v, 0, 0); w.fence(); v[0] = 1; Window u = std::move(w);
  u.fence(); u.put(v, 0, 0); u.fence(); v.clear(); w = Window(c, 4); w.fence(); w.put(v, 0, 0); w.fence();
}
void b2(MPI_Comm c, int t) {
  std::vector<Window> ws; for (int i = 0; i < 3; ++i) ws.emplace_back(c, 8); for (auto &w : ws) w.lock(t);
  std::array<double, 3> x{1, 2, 3}; for (auto &w : ws) w.put(x, t, 0); for (auto &w : ws) w.unlock(t); x.fill(0);
  ws.clear();
}
struct Lockable {
  MPI_Win w; int t;
  void lock() { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t, 0, w); }
  void unlock() { MPI_Win_unlock(t, w); }
};
void b3(MPI_Win w, int t, double *x) {
  Lockable l{w, t};
  { std::lock_guard<Lockable> g(l); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  x[0] = 1;
  {
    std::unique_lock<Lockable> g(l); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); g.unlock(); x[0] = 1;
    g.lock();
  }
}
template <class F> struct [[nodiscard]] Finally { F f; ~Finally() { f(); } };
template <class F> Finally(F) -> Finally<F>;
void b4(MPI_Win w, int t, double *x) {
  {
    MPI_Win_lock_all(0, w); Finally f{[&] { MPI_Win_unlock_all(w); }};
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); if (t > 3) return;
  }
  x[0] = 1;
}
void b5(MPI_Win w, int t, double *x) {
  auto del = [w](void *) { MPI_Win_unlock_all(w); };
  {
    MPI_Win_lock_all(0, w); std::unique_ptr<void, decltype(del)> g(x, del);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
}
void b6(MPI_Win w, int t, double *x) {
  {
    MPI_Win_lock_all(0, w); std::shared_ptr<void> g(nullptr, [w](void *) { MPI_Win_unlock_all(w); });
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1; MPI_Win_lock_all(0, w); MPI_Win_unlock_all(w);
}
struct Epoch {
  explicit Epoch(MPI_Win w) : win(w) {
  }
  virtual ~Epoch() = default; virtual void flush() = 0; MPI_Win win;
};
struct LockAll : Epoch {
  explicit LockAll(MPI_Win w) : Epoch(w) { MPI_Win_lock_all(0, win); }
  ~LockAll() override { MPI_Win_unlock_all(win); }
  void flush() override { MPI_Win_flush_all(win); }
};
struct Fence : Epoch {
  explicit Fence(MPI_Win w) : Epoch(w) { MPI_Win_fence(0, win); }
  ~Fence() override { MPI_Win_fence(0, win); }
  void flush() override {
  }
};
void b7(MPI_Win w, int t, double *x) {
  {
    LockAll e(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); e.flush(); x[0] = 1;
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, e.win);
  }
  x[0] = 2;
  { Fence f(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  x[0] = 3;
}
void b8(MPI_Win w, int t, double *x, bool fence) {
  {
    std::unique_ptr<Epoch> e; if (fence) e = std::make_unique<Fence>(w); else e = std::make_unique<LockAll>(w);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, e->win);
  }
  x[0] = 1;
}
struct FlushingLockAll : LockAll {
  using LockAll::LockAll;
  ~FlushingLockAll() override { MPI_Win_flush_all(win); }
};
void b9(MPI_Win w, int t, double *x) {
  { FlushingLockAll e(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  x[0] = 1; FlushingLockAll again(w);
}
template <class Policy> struct Port : Policy {
  MPI_Win win; int t;
  template <class T> void send(const T &v) {
    this->begin(win, t); MPI_Put(&v, sizeof v, MPI_BYTE, t, 0, sizeof v, MPI_BYTE, win); this->end(win, t);
  }
};
struct Passive {
  void begin(MPI_Win w, int t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); }
  void end(MPI_Win w, int t) { MPI_Win_unlock(t, w); }
};
struct Active {
  void begin(MPI_Win w, int) { MPI_Win_fence(0, w); }
  void end(MPI_Win w, int) { MPI_Win_fence(0, w); }
};
struct Deferred { void begin(MPI_Win, int) {} void end(MPI_Win w, int t) { MPI_Win_flush(t, w); } };
void b10(MPI_Win w) {
  Port<Passive> p; p.win = w; p.t = 1; double v = 1; p.send(v); v = 2; p.send(v); Port<Active> a; a.win = w; a.t = 0;
  a.send(v); v = 3; a.send(v); v = 4;
}
void b11(Port<Deferred> &p) {
  MPI_Win_lock_all(0, p.win); int v = 1; p.send(v); v = 2; p.send(std::string("x").size()); MPI_Win_unlock_all(p.win);
}
void b12(MPI_Win w, int t, double *x) {
  std::map<std::string, std::function<void()>> ops{{"lock", [&] { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); }}, {"unlock", [&] { MPI_Win_unlock(t, w); }}};
  ops["lock"](); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); ops["unlock"](); x[0] = 1;
}
struct Task {
  struct promise_type { Task get_return_object() { return {}; }
  std::suspend_never initial_suspend() noexcept { return {}; }
  std::suspend_never final_suspend() noexcept { return {}; }
  void return_void() {
  }
  void unhandled_exception() {
  }
  };
};
struct Await {
  MPI_Win w;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {
  }
  void await_resume() { MPI_Win_flush_all(w); }
};
Task b13(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); co_await Await{w}; x[0] = 1;
  MPI_Win_unlock_all(w);
}
class Future {
  MPI_Request r = MPI_REQUEST_NULL; std::unique_ptr<double> v = std::make_unique<double>();
  public: Future(MPI_Win w, int t, MPI_Aint d) { MPI_Rget(v.get(), 1, MPI_DOUBLE, t, d, 1, MPI_DOUBLE, w, &r); }
  Future(Future &&o) noexcept : r(std::exchange(o.r, MPI_REQUEST_NULL)), v(std::move(o.v)) {
  }
  double get() { MPI_Wait(&r, MPI_STATUS_IGNORE); return *v; }
  ~Future() { if (r != MPI_REQUEST_NULL) MPI_Wait(&r, MPI_STATUS_IGNORE); }
};
double b14(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w); double s;
  {
    Future a(w, t, 0), b(w, t, 1); s = a.get() + b.get(); std::vector<Future> fs; fs.emplace_back(w, t, 2);
    fs.push_back(Future(w, t, 3)); for (auto &f : fs) s += f.get();
  }
  MPI_Win_unlock_all(w); return s;
}
class Async {
  MPI_Win w_; MPI_Request req_ = MPI_REQUEST_NULL; std::vector<double> buf_;
  public: explicit Async(MPI_Win w) : w_(w), buf_(8) {
  }
  void start(int t) { wait(); buf_[0] = t; MPI_Rput(buf_.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w_, &req_); }
  void wait() { MPI_Wait(&req_, MPI_STATUS_IGNORE); }
  void twice(int t) { start(t); start(t + 1); wait(); buf_[0] = 1; }
  ~Async() { wait(); }
};
void b15(MPI_Win w) {
  MPI_Win_lock_all(0, w);
  { Async a(w); a.start(1); a.start(2); a.twice(3); }
  MPI_Win_unlock_all(w);
}
struct Guard {
  MPI_Win w;
  explicit Guard(MPI_Win w) : w(w) { MPI_Win_lock_all(0, w); }
  Guard(Guard &&o) : w(std::exchange(o.w, MPI_WIN_NULL)) {
  }
  Guard &operator=(Guard &&o) { std::swap(w, o.w); return *this; }
  ~Guard() { if (w != MPI_WIN_NULL) MPI_Win_unlock_all(w); }
};
void b16(MPI_Win w, int t, double *x) {
  std::optional<Guard> g(std::in_place, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); g.reset(); x[0] = 1;
  g.emplace(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); g = std::nullopt; x[0] = 1;
}
void b17(MPI_Win a, MPI_Win b, int t, double *x) {
  Guard g(a); g = Guard(b); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, b);
}
void b18(MPI_Win a, MPI_Win b, int t, double *x) {
  Guard g(a), h(b); std::swap(g, h); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, b);
}
Guard pass(Guard g) { return g; }
void b19(MPI_Win a, int t, double *x) {
  Guard g = pass(Guard(a)); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a);
}
void b20(MPI_Win a, int t, double *x) {
  pass(Guard(a)); x[0] = 1; Guard{a}, MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a); x[0] = 1;
}
void b21(MPI_Win a, int t, double *x) {
  if (Guard g(a); t > 0) MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a); x[0] = 1;
  for (Guard g(a); t < 3; ++t) MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a); x[0] = 2;
}
void consume(Guard) {}
void b22(MPI_Win a, int t, double *x) {
  Guard g(a); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a); consume(std::move(g)); x[0] = 1; Guard h(a);
}
struct Holder {
  std::optional<Guard> g; std::vector<double> v;
  void open(MPI_Win w) { g.emplace(w); }
  void close() { g.reset(); }
};
void b23(MPI_Win a, int t, Holder &h) {
  h.open(a); MPI_Put(h.v.data(), 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a); h.close(); h.v[0] = 1; h.v.clear();
}
