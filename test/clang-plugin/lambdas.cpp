// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What lambdas do to windows and buffers that they capture, where they are called.
#include <mpi.h>
void leavesUnderWay(MPI_Win w, int t) {
  double x[4] = {};
  auto push = [&] { MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); }; // expected-note {{MPI_Put reads 'x'}}
  MPI_Win_lock_all(0, w); // expected-note {{the epoch was opened here}}
  push(); // expected-note {{it is issued by this call}}
  x[0] = 1; // expected-warning {{'x[0]' is written while MPI_Put}}
  MPI_Win_flush(t, w);
  x[0] = 2; // quiet
  push();
  MPI_Win_unlock_all(w);
  x[0] = 3; // quiet
}
void accesses(MPI_Win w, int t) {
  double x[4] = {};
  auto change = [&] { x[0] = 1; }; // expected-note {{it is written here}}
  auto changeCopy = [x]() mutable { x[0] = 1; };
  MPI_Win_lock_all(0, w); // expected-note {{the epoch was opened here}}
  MPI_Put(x, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'x'}}
  changeCopy(); // quiet
  change(); // expected-warning {{'x[0]' is written by change while MPI_Put}}
  MPI_Win_unlock_all(w);
  change(); // quiet
}
void unlocks(MPI_Win w, MPI_Win v, int t, double *x) {
  auto lock = [=] { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); };
  auto unlock = [=] { MPI_Win_unlock(t, w); }; // expected-note {{the epoch was closed here}}
  lock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
  unlock();
  MPI_Put(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); // expected-warning {{MPI_Put on window 'w', which has no epoch open}}
}
void otherWindow(MPI_Win v, MPI_Win w, double *x) {
  MPI_Win now = v;
  auto unlock = [now] { MPI_Win_unlock_all(now); };
  now = w;
  MPI_Win_lock_all(0, v);
  MPI_Win_lock_all(0, now);
  unlock();
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, now); // quiet
  MPI_Win_unlock_all(now);
}
void otherBuffer(MPI_Win w, double *x) {
  auto change = [x] { x[0] = 1; };
  x += 8;
  MPI_Win_lock_all(0, w);
  MPI_Put(x, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w);
  change(); // quiet
  MPI_Win_unlock_all(w);
}

// A copy is the closure's own: of each closure another one.
auto locker(MPI_Win w) { return [=] { MPI_Win_lock_all(0, w); }; }
auto named(MPI_Win w) { return [v = w] { MPI_Win_lock_all(0, v); }; }
auto referring(MPI_Win &w) { return [&] { MPI_Win_lock_all(0, w); }; }
template <typename F> void both(F first, F second) {
  first();
  second();
}
struct Owner {
  MPI_Win w;
  auto locker() { return [this] { MPI_Win_lock_all(0, w); }; }
  auto copied() { return [*this] { MPI_Win_lock_all(0, w); }; }
  void twice(double *x) {
    auto unlock = [this] { MPI_Win_unlock_all(w); }; // expected-note {{the epoch was closed here}}
    MPI_Win_lock_all(0, w);
    unlock();
    MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); // expected-warning {{MPI_Put on window 'w', which has no epoch open}}
  }
};
void severalClosures(MPI_Win a, MPI_Win b, Owner c, Owner d) {
  auto lockA = locker(a), lockB = locker(b);
  lockA();
  lockB(); // quiet
  MPI_Win_unlock_all(a);
  MPI_Win_unlock_all(b);
  auto nameA = named(a), nameB = named(b);
  nameA();
  nameB(); // quiet
  MPI_Win_unlock_all(a);
  MPI_Win_unlock_all(b);
  auto referA = referring(a), referB = referring(b);
  referA();
  referB(); // quiet
  MPI_Win_unlock_all(a);
  MPI_Win_unlock_all(b);
  both(locker(a), locker(b)); // quiet
  MPI_Win_unlock_all(a);
  MPI_Win_unlock_all(b);
  c.locker()();
  d.locker()(); // quiet
  MPI_Win_unlock_all(c.w);
  MPI_Win_unlock_all(d.w);
  auto copyC = c.copied(), copyD = d.copied();
  copyC();
  copyD(); // quiet
  MPI_Win_unlock_all(c.w);
  MPI_Win_unlock_all(d.w);
}
void parameter(MPI_Win w, double x) {
  auto put = [&] { MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w); }; // quiet: x lives on
  MPI_Win_lock_all(0, w);
  put();
  MPI_Win_unlock_all(w);
}
