// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Correct programs with objects that live for an expression, are handed on, moved or made of others.
// expected-no-diagnostics
#include <mpi.h>
#include <vector>
#include <memory>
#include <utility>
#include <string>
#include <new>
#include <map>
#include <functional>
#include <initializer_list>
#include <optional>
struct LG {
  MPI_Win w; int t;
  LG(MPI_Win w, int t) : w(w), t(t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); }
  LG(LG &&o) : w(std::exchange(o.w, MPI_WIN_NULL)), t(o.t) {
  }
  ~LG() { if (w != MPI_WIN_NULL) MPI_Win_unlock(t, w); }
  double get(int d) { double v; MPI_Get(&v, 1, MPI_DOUBLE, t, d, 1, MPI_DOUBLE, w); MPI_Win_flush(t, w); return v; }
  explicit operator bool() const { return w != MPI_WIN_NULL; }
  const LG &self() const { return *this; }
};
struct PG {
  MPI_Win w; int t;
  PG(MPI_Win w, int t) : w(w), t(t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); }
  PG(const PG &) = delete;
  ~PG() { MPI_Win_unlock(t, w); }
  void put(const double *x) { MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  double get(int d) { double v; MPI_Get(&v, 1, MPI_DOUBLE, t, d, 1, MPI_DOUBLE, w); MPI_Win_flush(t, w); return v; }
  bool ok() const { return true; }
};
LG make(MPI_Win w, int t) { return LG(w, t); }
PG makeP(MPI_Win w, int t) { return {w, t}; }
void c1(MPI_Win w, int t, double *x) { x[0] = PG(w, t).get(0) + PG(w, t + 1).get(0); x[0] = 1; }
void c2(MPI_Win w, int t, double *x) { x[0] = PG(w, t).get(0); x[1] = PG(w, t).get(1); PG g(w, t); }
void c3(MPI_Win w, int t, double *x) { if (PG(w, t).ok()) x[0] = 1; PG g(w, t); g.put(x); }
void c4(MPI_Win w, int t, double *x) { while (PG(w, t).get(0) > 0) x[0] = 1; PG(w, t).put(x); x[0] = 2; }
void c5(MPI_Win w, int t, double *x, bool b) {
  double v = b ? PG(w, t).get(0) : PG(w, t).get(1); x[0] = v; PG g(w, t);
}
void c6(MPI_Win w, int t, double *x, bool b) {
  if (b && PG(w, t).ok() && x[0] > 1) x[0] = 3; PG(w, t).put(x); x[0] = 4;
}
void c7(MPI_Win w, int t, double *x) { makeP(w, t).put(x); x[0] = 1; auto g = makeP(w, t); g.put(x); }
void c8(MPI_Win w, int t, double *x) {
  { auto &&g = makeP(w, t); g.put(x); }
  x[0] = 1; const PG &h = PG(w, t);
}
void c9(MPI_Win w, int t, double *x) {
  make(w, t);
  { LG g = make(w, t); LG h = std::move(g); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  x[0] = 1;
}
void c10(MPI_Win w, int t, double *x) {
  LG g = make(w, t); if (g) MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, g.self().w);
}
void use(const PG &, double *x) { x[0] = 1; } void take(LG) {} void lend(const LG &) {}
void c11(MPI_Win w, int t, double *x) { use(PG(w, t), x); x[0] = 1; PG g(w, t); }
void c12(MPI_Win w, int t, double *x) { take(LG(w, t)); take(make(w, t)); lend(LG(w, t)); LG g(w, t); }
void c13(MPI_Win w, int t, double *x) { auto *g = new PG(w, t); g->put(x); delete g; x[0] = 1; PG h(w, t); }
void c14(MPI_Win w, int t, double *x) {
  std::unique_ptr<PG> g(new PG(w, t)); g->put(x); g.reset(); x[0] = 1; g.reset(new PG(w, t));
}
void c15(MPI_Win w, int t, double *x) {
  alignas(PG) char mem[sizeof(PG)]; auto *g = new (mem) PG(w, t); g->put(x); g->~PG(); x[0] = 1; PG h(w, t);
}
struct Agg {
  PG g; int n;
};
void c16(MPI_Win w, int t, double *x) {
  { Agg a{{w, t}, 3}; a.g.put(x); }
  x[0] = 1; PG g(w, t);
}
struct Agg2 {
  LG g; int n;
};
void c17(MPI_Win w, int t, double *x) {
  { Agg2 a{LG(w, t), 3}; MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  x[0] = 1; LG g(w, t);
}
void c18(MPI_Win w, int t, double *x) {
  { auto f = [g = LG(w, t), x] { MPI_Put(x, 1, MPI_DOUBLE, g.t, 0, 1, MPI_DOUBLE, g.w); }; f(); }
  x[0] = 1; LG h(w, t);
}
void c19(MPI_Win w, int t, double *x) {
  { PG a[2] = {{w, t}, {w, t + 1}}; a[0].put(x); }
  x[0] = 1; PG g(w, t);
}
void c20(MPI_Win w, int t, double *x) {
  static LG g(w, t); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); MPI_Win_flush(t, w);
}
void c21(MPI_Win w, int t, double *x) {
  thread_local std::optional<LG> g; if (!g) g.emplace(w, t); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  MPI_Win_flush(t, w); x[0] = 1;
}
struct Lazy {
  MPI_Win w; bool open;
  explicit Lazy(MPI_Win w, bool now = false) : w(w), open(now) { if (now) MPI_Win_lock_all(0, w); }
  void begin() {
    if (!open) { MPI_Win_lock_all(0, w); open = true; }
  }
  void end() {
    if (open) { MPI_Win_unlock_all(w); open = false; }
  }
  ~Lazy() { end(); }
};
struct Lazier : Lazy {
  using Lazy::Lazy;
  void put(const double *x, int t) { begin(); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
};
void c22(MPI_Win w, int t, double *x) {
  { Lazier l(w); l.put(x, t); l.put(x + 1, t); }
  x[0] = 1; Lazier m(w, true); m.put(x, t); m.end(); x[0] = 2; m.put(x, t);
}
void c23(MPI_Win w, int t, double *x) {
  Lazier l(w, true); l.end(); l.begin(); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
struct Cond {
  MPI_Win w; int t;
  Cond(MPI_Win w, int t, bool b) : w(w), t(b ? t : -1) { if (b) MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); }
  ~Cond() { if (t >= 0) MPI_Win_unlock(t, w); }
};
void c24(MPI_Win w, int t, double *x, bool b) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  { Cond c(w, t, false); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
  MPI_Win_unlock(t, w); Cond c(w, t, true); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
struct Enter {
  Enter(MPI_Win w) { MPI_Win_fence(MPI_MODE_NOPRECEDE, w); }
};
struct Leave { Leave(MPI_Win w) { MPI_Win_fence(MPI_MODE_NOSUCCEED, w); }
};
void c25(MPI_Win w, int t, double *x) {
  Enter e(w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); Leave l(w); x[0] = 1; Enter{w};
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); Leave{w}; x[0] = 2;
}
struct TwoPhase {
  MPI_Win w;
  TwoPhase(MPI_Win a, MPI_Win b) : w(a) { MPI_Win_lock_all(0, a); MPI_Win_unlock_all(a); MPI_Win_lock_all(0, b); }
};
void c26(MPI_Win a, MPI_Win b, int t, double *x) {
  TwoPhase p(a, b); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, b); MPI_Win_unlock_all(b); x[0] = 1;
  MPI_Win_lock_all(0, a); MPI_Win_unlock_all(a);
}
struct Hdr {
  double h[2];
};
struct Body { double b[2]; };
struct Msg : Hdr, Body { double tail[2]; };
void c27(MPI_Win w, int t, Msg &m) {
  MPI_Win_lock_all(0, w); MPI_Put(m.b, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w); m.h[0] = m.h[1] = 1; m.tail[0] = 1;
  MPI_Win_unlock_all(w); m.b[0] = 1;
}
void c28(MPI_Win w, int t, Msg &m) {
  Body &b = m; Hdr &h = m; MPI_Win_lock_all(0, w); MPI_Put(b.b, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w); h.h[0] = 1;
  MPI_Win_unlock_all(w); b.b[0] = 1;
}
void c29(MPI_Win w, int t, Msg *m) {
  Body *b = m; MPI_Win_lock_all(0, w); MPI_Put(&static_cast<Hdr *>(m)->h[1], 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  b->b[0] = 1; static_cast<Msg *>(b)->tail[1] = 1; m->h[0] = 1; MPI_Win_unlock_all(w);
}
struct VB {
  double v[2];
};
struct V1 : virtual VB { double a; };
struct V2 : virtual VB { double c; };
struct V3 : V1, V2 { double d; };
void c30(MPI_Win w, int t, V3 &m) {
  MPI_Win_lock_all(0, w); MPI_Put(m.v, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w); m.a = 1; m.c = 1; m.d = 1;
  MPI_Win_unlock_all(w); m.v[0] = 1;
}
struct Empty {
};
struct E1 : Empty { double x; };
struct E2 : Empty { double y; };
struct EE : E1, E2 {};
void c31(MPI_Win w, int t, EE &m) {
  MPI_Win_lock_all(0, w); MPI_Put(&m.x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); m.y = 1; MPI_Win_unlock_all(w);
  m.x = 1;
}
template <class D> struct Cr {
  MPI_Win win;
  D &d() { return static_cast<D &>(*this); }
  const D &d() const { return static_cast<const D &>(*this); }
  void go(int t) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); d().body(t); MPI_Win_unlock(t, win); }
};
struct CrA : Cr<CrA> {
  double a[2], b[2];
  void body(int t) { MPI_Put(a, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, win); b[0] = 1; }
};
struct CrB : Cr<CrB> { double a[2]; void body(int t) { MPI_Put(a, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, this->win); }
};
void c32(CrA &a, CrB &b, int t) { a.go(t); a.a[0] = 1; b.go(t); b.a[0] = 1; a.go(t); a.d().a[1] = 1; }
template <class T> void putT(T &&v, int t, MPI_Win w) { MPI_Put(&v, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
template <class... T> void putMany(MPI_Win w, int t, T &&...v) {
  int i = 0; ((MPI_Put(v, 1, MPI_DOUBLE, t, i++, 1, MPI_DOUBLE, w)), ...);
}
void c33(MPI_Win w, int t, double *x, double *y) {
  MPI_Win_lock_all(0, w); putMany(w, t, x, y); x += 1; y += 1; x[0] = y[0] = 1; MPI_Win_unlock_all(w);
}
void c34(MPI_Win w, int t, double *x, double *y) {
  MPI_Win_lock_all(0, w); putMany(w, t, x, y); std::swap(x, y); MPI_Win_flush_all(w); x[0] = 1; MPI_Win_unlock_all(w);
}
void c35(MPI_Win w, int t, double a) {
  MPI_Win_lock_all(0, w); putT(a, t, w); double b = a; b = 1; MPI_Win_unlock_all(w); a = 1;
}
void advance(double *&p) { ++p; }
void reseat(double *&p, double *q) { p = q; }
void c36(MPI_Win w, int t, double *x, double *q) {
  MPI_Win_lock_all(0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); advance(x); x[0] = 1; reseat(x, q);
  x[0] = 1; MPI_Win_unlock_all(w);
}
void c37(MPI_Win w, int t, double *x, std::function<void(double *&)> f) {
  MPI_Win_lock_all(0, w); MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); f(x); x[0] = 1; MPI_Win_unlock_all(w);
}
void c38(MPI_Win w, int t, double *x, int i) {
  auto bump = [&i] { ++i; }; auto by = [](auto &k, int n) { k += n; }; MPI_Win_lock_all(0, w);
  MPI_Put(x + i, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); bump(); x[i] = 1; by(i, 2); x[i] = 2; MPI_Win_unlock_all(w);
}
void c39(MPI_Win w, int t, double *x) {
  int r = t; auto next = [](int &k) { k++; }; MPI_Win_lock(MPI_LOCK_SHARED, r, 0, w); next(r);
  MPI_Win_lock(MPI_LOCK_SHARED, r, 0, w); MPI_Win_unlock(r, w); MPI_Win_unlock(t, w);
}
void c40(MPI_Win w, int t, std::vector<double> &v, std::vector<double> &u) {
  MPI_Win_lock_all(0, w); MPI_Put(v.data(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); std::swap(v, u); v.clear();
  v = {}; v.insert(v.begin(), 2.0); MPI_Win_unlock_all(w);
}
void c41(MPI_Win w, int t, std::vector<std::vector<double>> &vs) {
  MPI_Win_lock_all(0, w); MPI_Put(vs[0].data(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); vs[1].clear(); vs[1] = {};
  vs.push_back({1, 2}); MPI_Win_unlock_all(w);
}
void c42(MPI_Win w, int t) {
  std::vector<double> v(4); auto u = v; MPI_Win_lock_all(0, w);
  MPI_Put(u.data(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); v = std::vector<double>(3); v.erase(v.begin());
  std::vector<double>().swap(v); MPI_Win_unlock_all(w);
}
void c43(MPI_Comm c) {
  std::vector<double> v(8), u; MPI_Win w;
  { std::vector<double> k(8); MPI_Win_create(k.data(), 64, 8, MPI_INFO_NULL, c, &w); u = std::move(k); }
  MPI_Win_fence(0, w); u[0] = 1; MPI_Win_fence(0, w); MPI_Win_free(&w);
}
MPI_Win c44(MPI_Comm c, std::vector<double> &out) {
  std::vector<double> v(8); MPI_Win w; MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &w); out.swap(v); return w;
}
std::pair<MPI_Win, std::vector<double>> c45(MPI_Comm c) {
  std::vector<double> v(8); MPI_Win w; MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &w);
  return {w, std::move(v)};
}
struct Keep {
  std::vector<double> v; MPI_Win w;
};
Keep c46(MPI_Comm c) {
  std::vector<double> v(8); Keep k; MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &k.w); k.v = std::move(v);
  return k;
}
void c47(MPI_Comm c) {
  MPI_Win w; std::vector<double> v;
  auto fill = [&] { v.resize(8); MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &w); }; fill();
  MPI_Win_fence(0, w); MPI_Win_fence(0, w); MPI_Win_free(&w);
}
void c48(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w);
  auto send = [&](std::vector<double> v) { MPI_Put(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w); MPI_Win_flush(t, w); };
  send({1, 2, 3}); send(std::vector<double>(4)); MPI_Win_unlock_all(w);
}
void c49(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w); const auto &v = std::vector<double>(4);
  MPI_Put(v.data(), 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); MPI_Win_unlock_all(w);
}
void c50(MPI_Win w, int t) {
  std::string a = "a"; MPI_Win_lock_all(0, w);
  MPI_Put((a + "b").c_str(), 2, MPI_CHAR, MPI_PROC_NULL, 0, 2, MPI_CHAR, w); MPI_Win_unlock_all(w);
  (PG(w, t), MPI_Put(std::string("x").data(), 1, MPI_CHAR, t, 0, 1, MPI_CHAR, w), MPI_Win_flush(t, w));
}
struct Wr {
  MPI_Win w; int t;
  void send(const std::vector<double> &v) {
    MPI_Put(v.data(), (int)v.size(), MPI_DOUBLE, t, 0, (int)v.size(), MPI_DOUBLE, w); MPI_Win_flush_local(t, w);
  }
};
void c51(Wr &r) {
  MPI_Win_lock_all(0, r.w); r.send({1, 2}); r.send(std::vector<double>{3}); MPI_Win_unlock_all(r.w);
}
void c52(MPI_Win w, int t, double *b) {
  double x = 1; MPI_Win_lock_all(0, w);
  {
    std::shared_ptr<double> end(b, [&](double *) { MPI_Win_unlock_all(w); });
    MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x = 2; MPI_Win_lock_all(0, w);
  std::shared_ptr<double> last(b, [=](double *) { MPI_Win_unlock_all(w); });
  MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); last.reset(); x = 3;
}
