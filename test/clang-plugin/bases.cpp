// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Methods and members of bases, and of the class that a base is made for.
#include <mpi.h>
#include <utility>
struct Base { MPI_Win win_; int t_; explicit Base(MPI_Win w, int t = 0) : win_(w), t_(t) {}
  void lock() {
    MPI_Win_lock(MPI_LOCK_SHARED, t_, 0, win_); // #lock
  }
  void unlock() {
    MPI_Win_unlock(t_, win_);
  }
  void lockAll() { MPI_Win_lock_all(0, win_); } void unlockAll() { MPI_Win_unlock_all(win_); }
  double mine[4]; };
struct Derived : Base { using Base::Base; double buf[4];
  void put(const double *x) { MPI_Put(x, 1, MPI_DOUBLE, t_, 0, 1, MPI_DOUBLE, win_); } // #put
  void putBuf() { MPI_Put(buf, 4, MPI_DOUBLE, t_, 0, 4, MPI_DOUBLE, win_); }
  void putMine() { MPI_Put(mine, 4, MPI_DOUBLE, t_, 0, 4, MPI_DOUBLE, win_); }
  void wrong(double *x) { lock(); put(x); x[0] = 1; unlock(); x[0] = 1; } // expected-warning {{[rma-local-race]}}
  void wrong2(double *x) { lock(); unlock(); put(x); } // expected-warning@#put {{[rma-no-epoch]}}
  void right(double *x) { lock(); put(x); unlock(); x[0] = 1; }
};
void d1(Derived &d, double *x) {
  d.lock();
  d.put(x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  d.unlock();
  x[0] = 2;
}
void d2(Derived &d, double *x) {
  d.lock();
  d.put(x);
  d.unlock();
  d.put(x); // expected-warning@#put {{[rma-no-epoch]}}
}
void d3(Derived &d, double *x) {
  d.lock();
  d.put(x);
  d.unlock();
  x[0] = 2;
}
void d4(Derived &d) {
  d.lockAll();
  d.putBuf();
  d.buf[0] = 1; // expected-warning {{[rma-local-race]}}
  d.unlockAll();
  d.buf[1] = 1;
}
void d5(Derived &d) {
  d.lockAll();
  d.putMine();
  d.mine[0] = 1; // expected-warning {{[rma-local-race]}}
  d.unlockAll();
  d.mine[1] = 1;
}
void d6(Derived &d, double *x) {
  d.lock();
  d.lock(); // expected-warning@#lock {{[rma-nested-epoch]}}
  d.unlock();
}
void d7(Derived *d, double *x) {
  d->lock();
  d->put(x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  d->unlock();
}
void d8(MPI_Win w, double *x) {
  Derived d(w, 1);
  d.lock();
  d.put(x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  d.unlock();
  x[0] = 1;
  d.put(x); // expected-warning@#put {{[rma-no-epoch]}}
}
template <class D> struct Crtp { D &self() { return static_cast<D &>(*this); }
  void lockAll() {
    MPI_Win_lock_all(0, self().win);
  }
  void unlockAll() {
    MPI_Win_unlock_all(self().win);
  }
  void put(const double *x, int t) {
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, static_cast<D *>(this)->win); // #self-put
  }
};
struct Impl : Crtp<Impl> { MPI_Win win; double b[4]; };
void c1(Impl &i, double *x, int t) {
  i.lockAll();
  i.put(x, t);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  i.unlockAll();
  x[0] = 1;
}
void c2(Impl &i, double *x, int t) {
  i.lockAll();
  i.put(x, t);
  i.unlockAll();
  x[0] = 1;
  i.put(x, t); // expected-warning@#self-put {{[rma-no-epoch]}}
}
void c3(Impl &i, double *x, int t) {
  i.lockAll();
  i.put(x, t);
  MPI_Win_flush(t, i.win);
  x[0] = 1;
  i.unlockAll();
}
struct Other : Impl { int z; };
void c4(Other &o, double *x, int t) {
  o.lockAll();
  o.put(x, t);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  o.unlockAll();
}
struct Two : Base { MPI_Win win2; Two(MPI_Win a, MPI_Win b) : Base(a), win2(b) {} 
  void lock2() { MPI_Win_lock_all(0, win2); } void unlock2() { MPI_Win_unlock_all(win2); } };
void t1(Two &d, double *x) {
  d.lockAll();
  d.lock2();
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, d.win2);
  d.unlock2();
  x[0] = 1;
  d.unlockAll();
}
struct GuardBase {
  MPI_Win w;
  int t;
  GuardBase(MPI_Win w, int t) : w(w), t(t) {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  }
  ~GuardBase() {
    MPI_Win_unlock(t, w);
  }
};
struct DG : GuardBase {
  DG(MPI_Win w, int t) : GuardBase(w, t) {
  }
  void put(const double *x) {
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
};
void e1(MPI_Win w, int t, double *x) {
  {
    DG g(w, t);
    g.put(x);
  }
  x[0] = 1;
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void e2(MPI_Win w, int t, double *x) {
  DG g(w, t);
  g.put(x);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
}
void e3(MPI_Win w, int t, double *x) {
  DG g(w, t);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); // expected-warning {{[rma-nested-epoch]}}
  MPI_Win_unlock(t, w);
}
struct V { virtual void lock() = 0; virtual void unlock() = 0; virtual ~V() = default; };
struct VA final : V {
  MPI_Win w;
  void lock() override {
    MPI_Win_lock_all(0, w);
  }
  void unlock() override {
    MPI_Win_unlock_all(w);
  }
};
void v1(VA &a, double *x, int t) {
  a.lock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, a.w);
  a.unlock();
  x[0] = 1;
}
void v2(V &a, MPI_Win w, double *x, int t) {
  a.lock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  a.unlock();
  x[0] = 1;
}
struct Inherits : GuardBase {
  using GuardBase::GuardBase;
};
void i1(MPI_Win w, int t, double *x) {
  {
    Inherits g(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{[rma-no-epoch]}}
}
void i2(MPI_Win w, int t, double *x) {
  Inherits g(w, t);
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
}
struct Member { GuardBase guard; Member(MPI_Win w, int t) : guard(w, t) {} };
void i3(MPI_Win w, int t, double *x) {
  {
    Member g(w, t);
    MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  }
  x[0] = 1;
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
}
struct Left : Base { using Base::Base; };
struct Right : Base { using Base::Base; };
struct Both : Left, Right { Both(MPI_Win a, MPI_Win b) : Left(a, 1), Right(b, 1) {} };
void i4(MPI_Win a, MPI_Win b, double *x) {
  Both d(a, b);
  d.Left::lock();
  d.Right::lock();
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, a);
  d.Left::unlock();
  x[0] = 1;
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, b);
  d.Right::unlock();
}
struct Shared1 : virtual Base { Shared1(MPI_Win w) : Base(w) {} };
struct Shared2 : Shared1 { Shared2(MPI_Win w) : Base(w), Shared1(w) {} };
void i5(MPI_Win a, double *x) {
  Shared2 d(a);
  d.lock();
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, d.win_);
  d.unlock();
  x[0] = 1;
}
// Members of a base that are initialized in its class.
class Initialized {
public:
  MPI_Win win = MPI_WIN_NULL;
  double *memory = nullptr;
  explicit Initialized(int n) { MPI_Win_allocate(n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); }
  ~Initialized() { MPI_Win_free(&win); }
};
class Passive : public Initialized {
public:
  explicit Passive(int n) : Initialized(n) {}
  double read(int target) {
    double value;
    MPI_Win_lock_all(0, win);
    MPI_Get(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
    MPI_Win_unlock_all(win);
    return value;
  }
};
double reads() {
  Passive passive(8);
  return passive.read(1);
}
