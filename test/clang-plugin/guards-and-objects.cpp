// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// What methods and functions change of objects: members that are told apart, and what must be forgotten.
#include <mpi.h>
#include <cstring>
#include <utility>
#include <vector>
#include <memory>
#include <functional>
struct Halo { MPI_Win win; double buf[8]; double *send; double *spare; int to; int n; };
void copyInit(Halo *other, double *x) {
  Halo h = *other;
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  MPI_Win_flush(0, h.win);
}
void copyInit2(const Halo &other, double *x) {
  Halo h(other);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  MPI_Win_flush(0, h.win);
}
struct Holder { MPI_Win win; explicit Holder(MPI_Win w) : win(w) {} };
void holder(MPI_Win w, double *x) {
  Holder h(w);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  MPI_Win_flush(0, h.win);
}
struct Derived : Holder { using Holder::Holder; };
void derived(MPI_Win w, double *x) {
  Derived h(w);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  MPI_Win_flush(0, h.win);
}
struct Agg { Holder inner; int k; };
void agg(MPI_Win w, double *x) {
  Agg h{Holder(w), 1};
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.inner.win);
  MPI_Win_flush(0, h.inner.win);
}
struct Outer { Holder inner; Outer(MPI_Win w) : inner(w) {} };
void nestedHolder(MPI_Win w, double *x) {
  Outer h(w);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.inner.win);
  MPI_Win_flush(0, h.inner.win);
}
struct ByBody { MPI_Win win; ByBody(MPI_Win w) { win = w; } };
void byBody(MPI_Win w, double *x) {
  ByBody h(w);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  MPI_Win_flush(0, h.win);
}
union Slot { double *p; void *q; };
struct WithUnion { Slot s; MPI_Win win; };
static void turnUnion(WithUnion *u, double *b) { u->s.q = b; }
void unions(WithUnion *u, double *b) {
  MPI_Put(u->s.p, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, u->win);
  turnUnion(u, b);
  u->s.p[0] = 1;
}
void unions2(WithUnion *u, double *b) {
  MPI_Put(u->s.p, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, u->win);
  u->s.q = b;
  u->s.p[0] = 1;
}
static void swapIn(Halo *h) { std::swap(h->send, h->spare); }
void swaps(Halo *h) {
  MPI_Put(h->send, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  swapIn(h);
  h->send[0] = 1;
}
static void copyIn(Halo *h, const Halo *g) { std::memcpy(h, g, sizeof *h); }
void copies(Halo *h, Halo *g) {
  MPI_Put(h->send, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  copyIn(h, g);
  h->send[0] = 1;
}
static void setMember(double *Halo::*m, Halo *h, double *v) { h->*m = v; }
void memberPointers(Halo *h, double *v) {
  MPI_Put(h->send, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  setMember(&Halo::send, h, v);
  h->send[0] = 1;
}
static double *&sendOf(Halo *h) { return h->send; }
static void viaRef(Halo *h, double *v) { sendOf(h) = v; }
void refs(Halo *h, double *v) {
  MPI_Put(h->send, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  viaRef(h, v);
  h->send[0] = 1;
}
static void viaLambda(Halo *h) { auto f = [h] { h->send = h->spare; }; f(); }
void lambdas(Halo *h) {
  MPI_Put(h->send, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  viaLambda(h);
  h->send[0] = 1;
}
static void viaFunction(Halo *h) { std::function<void()> f = [h] { h->send = h->spare; }; f(); }
void functions(Halo *h) {
  MPI_Put(h->send, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  viaFunction(h);
  h->send[0] = 1;
}
static void window(Halo *h, MPI_Win w) { h->win = w; }
void windows(Halo *h, MPI_Win w, double *x) {
  MPI_Win_lock_all(0, h->win);
  MPI_Win_unlock_all(h->win);
  window(h, w);
  MPI_Put(x, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  MPI_Win_flush_all(h->win);
}
static void windowByPointer(MPI_Win *p, MPI_Win w) { *p = w; }
void windows2(Halo *h, MPI_Win w, double *x) {
  MPI_Win_lock_all(0, h->win);
  MPI_Win_unlock_all(h->win);
  windowByPointer(&h->win, w);
  MPI_Put(x, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, h->win);
  MPI_Win_flush_all(h->win);
}
struct VecHalo { std::vector<double> v; MPI_Win win; int k = 0; };
static void grow(VecHalo &h) { h.v.push_back(1); }
static void renew(VecHalo &h) { h.v = std::vector<double>(99); }
static void tick(VecHalo &h) { ++h.k; }
void vec(VecHalo &h) {
  MPI_Put(h.v.data(), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  renew(h);
  h.v[0] = 2;
  MPI_Win_flush(0, h.win);
  MPI_Put(h.v.data(), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  grow(h);
  h.v[0] = 2;
}
void vecWarn(VecHalo &h) {
  MPI_Put(h.v.data(), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  tick(h);
  h.v[0] = 2; // expected-warning {{[rma-local-race]}}
  MPI_Win_flush(0, h.win);
}
static void takes(std::vector<double> v);
static void giveAway(VecHalo &h, std::vector<std::vector<double>> &keep) { keep.push_back(std::move(h.v)); }
void gives(VecHalo &h, std::vector<std::vector<double>> &keep) {
  MPI_Put(h.v.data(), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  giveAway(h, keep);
  h.v.resize(4);
  h.v[0] = 2;
}
struct Ptr { std::unique_ptr<double[]> p; MPI_Win win; };
static void resetPtr(Ptr &h) { h.p.reset(new double[4]); }
void ptr(Ptr &h) {
  MPI_Put(h.p.get(), 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, h.win);
  MPI_Win_flush(0, h.win);
  resetPtr(h);
  h.p[0] = 2;
}
// guards that are not what they seem
class Reopen {
  MPI_Win win;
public:
  explicit Reopen(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); }
  ~Reopen() { MPI_Win_unlock_all(win); }
  void use(MPI_Win other) { MPI_Win_unlock_all(win); win = other; MPI_Win_lock_all(0, win); }
};
void reopen(MPI_Win a, MPI_Win b, double *x) {
  {
    Reopen r(a);
    r.use(b);
    MPI_Win_lock_all(0, a);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, a);
  MPI_Win_unlock_all(a);
}
class Plain {
  MPI_Win win;
public:
  explicit Plain(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); }
  ~Plain() { MPI_Win_unlock_all(win); }
};
void changedWindow(MPI_Win a, MPI_Win b, double *x) {
  {
    Plain p(a);
    a = b;
    MPI_Win_lock_all(0, a);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, a);
  MPI_Win_unlock_all(a);
}
class Toggle {
  MPI_Win win;
  bool on = true;
public:
  explicit Toggle(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); }
  void keep(bool k) { on = !k; }
  void flip() { on = !on; }
  ~Toggle() { if (on) MPI_Win_unlock_all(win); }
};
void toggle(MPI_Win w, double *x, bool k) {
  {
    Toggle t(w);
    t.keep(k);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
}
void toggle2(MPI_Win w, double *x) {
  {
    Toggle t(w);
    t.flip();
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  MPI_Win_unlock_all(w);
}
void toggle3(MPI_Win w, double *x, bool c) {
  {
    Toggle t(w);
    if (c)
      t.keep(true);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
}
class Twice {
  MPI_Win win; int t; bool open = false;
public:
  Twice(MPI_Win w, int t) : win(w), t(t) {}
  void lock() { if (!open) { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); open = true; } }
  void unlock() { if (open) { MPI_Win_unlock(t, win); open = false; } }
  ~Twice() { unlock(); }
};
void lazy(MPI_Win w, int t, double *x) {
  Twice g(w, t);
  g.lock();
  g.lock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.unlock();
  g.lock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.unlock();
  g.unlock();
  x[0] = 1;
}
void lazyWrong(MPI_Win w, int t, double *x) {
  Twice g(w, t);
  g.lock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  g.unlock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void lazyLoop(MPI_Win w, int t, double *x, int n) {
  Twice g(w, t);
  for (int i = 0; i < n; ++i) {
    g.lock();
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    if (i % 4 == 3)
      g.unlock();
  }
}
class NullGuard {
  MPI_Win win = MPI_WIN_NULL;
public:
  explicit NullGuard(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); }
  void close() { if (win != MPI_WIN_NULL) { MPI_Win_unlock_all(win); win = MPI_WIN_NULL; } }
  ~NullGuard() { close(); }
};
void nullGuard(MPI_Win w, double *x) {
  NullGuard g(w);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  g.close();
  x[0] = 1;
}
void nullGuardWrong(MPI_Win w, double *x) {
  NullGuard g(w);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  g.close();
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void nullGuardWrong2(MPI_Win w, double *x) {
  {
    NullGuard g(w);
    MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
class Owner {
  MPI_Win win_; double *mem_;
public:
  void guarded(int t, double *x) {
    {
      Plain p(win_);
      MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win_);
    }
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win_); // expected-warning {{[rma-no-epoch]}}
  }
  void guardedOk(int t, double *x) {
    Plain p(win_);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win_);
  }
  void renewed(int t, double *x, MPI_Win o) {
    Plain p(win_);
    win_ = o;
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win_);
  }
};
class FlagAtEnd {
  MPI_Win win; bool done;
public:
  FlagAtEnd(MPI_Win w, bool take) : win(w), done(!take) { if (take) MPI_Win_lock_all(0, win); }
  ~FlagAtEnd() { if (!done) MPI_Win_unlock_all(win); }
};
void flagAtEnd(MPI_Win w, double *x, bool take) {
  MPI_Win_lock_all(0, w);
  {
    FlagAtEnd f(w, false);
    MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  MPI_Win_unlock_all(w);
}
void escape(Toggle *);
void escapes(MPI_Win w, double *x) {
  {
    Toggle t(w);
    escape(&t);
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
}
void captured(MPI_Win w, double *x) {
  {
    Toggle t(w);
    auto off = [&] { t.keep(true); };
    off();
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
}
class Registers {
  MPI_Win win; bool on = true;
  static Registers *last;
public:
  explicit Registers(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); last = this; }
  static void off() { last->on = false; }
  ~Registers() { if (on) MPI_Win_unlock_all(win); }
};
void registers(MPI_Win w, double *x) {
  {
    Registers r(w);
    Registers::off();
  }
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
}
