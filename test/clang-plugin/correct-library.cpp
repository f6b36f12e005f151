// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Correct programs that use much of the C++ library.
// expected-no-diagnostics
#include "Inputs/window-class.h"
struct Guard {
  MPI_Win w;
  explicit Guard(MPI_Win w) : w(w) { MPI_Win_lock_all(0, w); }
  Guard(Guard &&o) : w(std::exchange(o.w, MPI_WIN_NULL)) {
  }
  Guard &operator=(Guard &&o) { std::swap(w, o.w); return *this; }
  ~Guard() { if (w != MPI_WIN_NULL) MPI_Win_unlock_all(w); }
};
void b24(MPI_Win w, int n) {
  std::deque<std::vector<double>> keep; MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; ++i) {
    std::vector<double> v(4, i); MPI_Put(v.data(), 4, MPI_DOUBLE, i, 0, 4, MPI_DOUBLE, w);
    keep.push_back(std::move(v));
  }
  MPI_Win_unlock_all(w); keep.clear();
}
void b25(MPI_Win w, int t) {
  std::vector<std::vector<double>> rows(4, std::vector<double>(8)); MPI_Win_lock_all(0, w);
  for (auto &r : rows) MPI_Put(r.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w); MPI_Win_flush_all(w);
  rows.erase(rows.begin()); rows.resize(1); rows[0].clear(); MPI_Win_unlock_all(w);
}
void b26(MPI_Win w, int t, std::vector<double> v) {
  MPI_Win_lock_all(0, w); MPI_Put(v.data() + 4, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); v[0] = 1;
  std::fill_n(v.begin(), 4, 0.0); v.pop_back(); MPI_Win_unlock_all(w); v.insert(v.begin(), 1);
}
void b27(MPI_Win w, int t) {
  std::string s = "hello"; MPI_Win_lock_all(0, w); MPI_Put(s.data() + 1, 2, MPI_CHAR, t, 0, 2, MPI_CHAR, w);
  s[0] = 'H'; s += "x"; MPI_Win_flush_local(t, w); s = "y"; MPI_Win_unlock_all(w);
}
void b28(MPI_Win w, int t) {
  auto p = std::make_unique<double[]>(4); MPI_Win_lock_all(0, w);
  MPI_Put(p.get(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); auto q = std::exchange(p, std::make_unique<double[]>(4));
  p[0] = 1; std::swap(p, q); q[0] = 1; MPI_Win_unlock_all(w); p = nullptr;
}
void b29(MPI_Win w, int t, std::unique_ptr<double[]> p) {
  { Guard g(w); MPI_Put(p.get(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); }
  p.reset();
}
struct A { MPI_Win w; }; struct B { MPI_Win w; int t; };
void b30(std::variant<A, B> v, double *x) {
  std::visit([&](auto &&e) { MPI_Win_lock_all(0, e.w); }, v);
  std::visit([&](auto &&e) { MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, e.w); }, v);
  std::visit([&](auto &&e) { MPI_Win_unlock_all(e.w); }, v); x[0] = 1;
}
void b31(MPI_Win w, int t, double *x) {
  try {
    Guard g(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); if (x[1] > 2) throw Err("x");
  } catch (const Err &) { x[0] = 0; }
  x[0] = 1;
}
void b32(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  try {
    ck(MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w)); ck(MPI_Win_flush(t, w)); x[0] = 1;
  } catch (...) { MPI_Win_unlock_all(w); throw; }
  MPI_Win_unlock_all(w);
}
void b33(MPI_Win w, int n, double *x) {
  auto rec = [&](auto &&self, int i) -> void {
    if (i == n) return; MPI_Win_lock(MPI_LOCK_SHARED, i, 0, w); MPI_Put(x + i, 1, MPI_DOUBLE, i, 0, 1, MPI_DOUBLE, w);
    MPI_Win_unlock(i, w); x[i] = 0; self(self, i + 1);
  };
  rec(rec, 0);
}
void b34(MPI_Win w, int t, double *x) {
  auto locked = [&](auto &&f) -> decltype(auto) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); struct U { MPI_Win w; int t; ~U() {
    MPI_Win_unlock(t, w);
  }
  } u{w, t}; return f(); };
  int k = locked([&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); return 3; }); x[0] = k;
  locked([&] { MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }); x[0]++;
}
struct Pair { MPI_Win a, b; }; Pair makePair(MPI_Comm);
void b35(MPI_Comm c, int t, double *x) {
  auto [a, b] = makePair(c); MPI_Win_fence(0, a); MPI_Win_fence(0, b);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a); MPI_Win_fence(0, a); x[0] = 1; std::swap(a, b); MPI_Win_free(&a);
  MPI_Win_free(&b);
}
void b36(Pair &p, int t, double *x) {
  auto &[a, b] = p; MPI_Win_lock_all(0, a); std::swap(a, b); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, b);
  MPI_Win_unlock_all(b); x[0] = 1; a = MPI_WIN_NULL;
}
void b37(std::vector<std::pair<int, std::vector<double>>> &out, MPI_Win w) {
  MPI_Win_lock_all(0, w);
  for (auto &[t, v] : out) { v[0] = t; MPI_Put(v.data(), 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  for (const auto &[t, v] : out) MPI_Win_flush(t, w); for (auto &[t, v] : out) v.clear(); MPI_Win_unlock_all(w);
}
void b38(int t, double *x) {
  auto [w, n] = std::make_tuple(MPI_Win(MPI_WIN_NULL), 3); double *b;
  MPI_Win_allocate(8 * n, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w); MPI_Win_lock_all(0, w);
  MPI_Put(x, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w); MPI_Win_unlock_all(w); n = 2; x[0] = 1; MPI_Win_free(&w);
}
void b39(MPI_Win w, int t) {
  std::array<double, 2> a{}; auto &[x, y] = a; MPI_Win_lock_all(0, w);
  MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); y = 1; MPI_Win_unlock_all(w); x = 1;
}
void b40(MPI_Win w, int t) {
  double a[2] = {}; auto [x, y] = a; MPI_Win_lock_all(0, w); MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  y = 1; a[0] = 1; MPI_Win_unlock_all(w); x = 1;
}
void b41(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w);
  std::thread th([&] { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); MPI_Win_flush(t, w); }); th.join();
  x[0] = 1; MPI_Win_unlock_all(w);
}
Window &instance(MPI_Comm c = MPI_COMM_WORLD) { static Window w(c, 64); return w; }
void b42(int t) { double v = 1; instance().lock(t); instance().put({&v, 1}, t, 0); instance().unlock(t); v = 2; }
struct Batch {
  MPI_Win w; int t; std::vector<double> keep;
  Batch &lock(int r) { t = r; MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); return *this; }
  Batch &put(double v) { keep.push_back(v); return *this; }
  void go() {
    MPI_Put(keep.data(), (int)keep.size(), MPI_DOUBLE, t, 0, (int)keep.size(), MPI_DOUBLE, w); MPI_Win_unlock(t, w);
    keep.clear();
  }
};
void b43(Batch &b) { b.lock(1).put(2).put(3).go(); b.lock(1).put(1).go(); b.lock(2).go(); }
struct Transport {
  virtual ~Transport() = default; virtual void put(const double *x, int t) = 0; virtual void done() = 0;
};
struct Rma final : Transport {
  MPI_Win w; bool open = false;
  void put(const double *x, int t) override {
    if (!open) { MPI_Win_lock_all(0, w); open = true; }
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  void done() override {
    if (open) { MPI_Win_unlock_all(w); open = false; }
  }
};
void b44(Transport &tr, double *x) { tr.put(x, 1); tr.done(); x[0] = 1; }
void b45(Rma &r, double *x) { r.put(x, 1); r.put(x, 2); r.done(); x[0] = 1; r.put(x, 1); r.done(); x[0] = 2; }
struct Rd {
  MPI_Win rw;
  void rlock() { MPI_Win_lock_all(0, rw); }
  void runlock() { MPI_Win_unlock_all(rw); }
};
struct Wr { MPI_Win ww; void wlock() { MPI_Win_lock_all(0, ww); }
void wunlock() { MPI_Win_unlock_all(ww); }
};
struct RW : Rd, Wr {
  void copy(double *x, int t) {
    rlock(); wlock(); MPI_Get(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, rw); runlock();
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, ww); wunlock(); x[0] = 1;
  }
};
void b46(RW &r, double *x) { r.copy(x, 1); r.rlock(); r.wlock(); r.wunlock(); r.runlock(); x[0] = 2; }
template <int N> struct Ch {
  MPI_Win win; double buf[2];
  void open() { MPI_Win_lock_all(0, win); }
  void close() { MPI_Win_unlock_all(win); }
  void put(int t) { MPI_Put(buf, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, win); }
};
struct Duo : Ch<0>, Ch<1> {
  void both() {
    Ch<0>::open(); Ch<1>::open(); Ch<0>::put(1); Ch<1>::buf[0] = 1; Ch<0>::close(); Ch<0>::buf[0] = 2; Ch<1>::close();
  }
};
void b47(Duo &d) {
  d.both(); d.Ch<0>::open(); d.Ch<0>::put(1); d.Ch<1>::buf[1] = 1; d.Ch<0>::close(); d.Ch<0>::buf[1] = 1;
}
struct Topo {
  int left, right; const int *nb;
  int at(int i) const { return nb[i]; }
};
void b48(MPI_Win w, const Topo &tp, double *x) {
  for (int i = 0; i < 2; ++i) MPI_Win_lock(MPI_LOCK_SHARED, tp.at(i), 0, w);
  for (int i = 0; i < 2; ++i) MPI_Put(x + i, 1, MPI_DOUBLE, tp.at(i), 0, 1, MPI_DOUBLE, w);
  for (int i = 0; i < 2; ++i) MPI_Win_unlock(tp.at(i), w); x[0] = x[1] = 0;
}
void b49(std::vector<MPI_Win> &ws, int t, double *x) {
  for (auto it = ws.begin(); it != ws.end(); ++it) MPI_Win_lock_all(0, *it);
  for (std::size_t i = 0; i < ws.size(); ++i) MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, ws[i]);
  std::for_each(ws.begin(), ws.end(), [](MPI_Win w) { MPI_Win_unlock_all(w); }); x[0] = 1;
}
void b50(std::unordered_map<std::string, Window> &m, double v) {
  for (auto &[k, w] : m) w.fence(); m.at("a").put({&v, 1}, 0, 0); for (auto &[k, w] : m) w.fence(); v = 1;
}
class Session {
  Window w_; std::vector<double> buf_; Guard g_;
  public: explicit Session(MPI_Comm c) : Session(c, 8) {
  }
  Session(MPI_Comm c, int n) : w_(c, n), buf_(n), g_(w_.get()) {
  }
  void put(int t) {
    MPI_Put(buf_.data(), 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w_); MPI_Win_flush(t, w_); buf_[0] = 1;
  }
};
void b51(MPI_Comm c) { Session s(c); s.put(1); Session u(c, 3); u.put(2); }
struct Fields {
  std::vector<double> buf; Guard g;
  Fields(MPI_Win w) : buf(8), g(w) { MPI_Put(buf.data(), 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, g.w); }
};
void b52(MPI_Win w) {
  { Fields f(w); }
  Guard g(w);
}
void b53(MPI_Win w, int t) {
  std::optional<std::vector<double>> v(std::in_place, 8); MPI_Win_lock_all(0, w);
  MPI_Put(v->data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w); MPI_Win_unlock_all(w); v.reset();
}
void b54(MPI_Win w, int t, double *x) {
  MPI_Win_lock_all(0, w); std::invoke([&](int r) { MPI_Put(x, 1, MPI_DOUBLE, r, 0, 1, MPI_DOUBLE, w); }, t);
  std::apply([&](int r) { MPI_Win_flush(r, w); }, std::tuple(t)); x[0] = 1; MPI_Win_unlock_all(w);
}
void b55(MPI_Win w, int n, double *x) {
  Guard g(w);
  for (int t : std::views::iota(0, n)) { MPI_Put(x + t, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  MPI_Win_flush_all(w); std::ranges::fill(std::span(x, n), 0.0);
}
