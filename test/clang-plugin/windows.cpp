// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-buffer-lifetime=off -fsyntax-only -Xclang -verify %s
// Windows in members, parameters, arrays, globals and captures, opened and closed by other functions.
#include <mpi.h>
struct Halo { MPI_Win win; double *buf; int n; };
void closedThenPut(Halo *h, int t) {
  MPI_Win_lock_all(0, h->win);
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
  MPI_Win_unlock_all(h->win); // expected-note {{the epoch was closed here}}
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win); // expected-warning {{MPI_Put on window 'h->win', which has no epoch open [rma-no-epoch]}}
}
void begin(Halo *h) { MPI_Win_lock_all(0, h->win); }
void end(Halo *h) { MPI_Win_unlock_all(h->win); } // expected-note {{the epoch was closed here}}
void put(Halo *h, int t) { MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win); }
void helpers(Halo *h, int t) {
  begin(h);
  put(h, t);
  end(h);
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win); // expected-warning {{MPI_Put on window 'h->win', which has no epoch open [rma-no-epoch]}}
  begin(h);
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
  end(h);
}
void lockUnlock(MPI_Win w, int t, int u, int *v) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock(t, w); // expected-note {{the epoch was closed here}}
  MPI_Put(v, 1, MPI_INT, u, 0, 1, MPI_INT, w); // quiet
  MPI_Put(v, 1, MPI_INT, t, 0, 1, MPI_INT, w); // expected-warning {{MPI_Put on window 'w', which has no epoch open [rma-no-epoch]}}
  t++;
  MPI_Put(v, 1, MPI_INT, t, 0, 1, MPI_INT, w); // quiet
}
class Ring {
  MPI_Win win_; int *mem_;
public:
  Ring(MPI_Comm c) { MPI_Win_allocate(8, 8, MPI_INFO_NULL, c, &mem_, &win_); }
  ~Ring() { MPI_Win_free(&win_); }
  void fence() { MPI_Win_fence(0, win_); }
  void last() { MPI_Win_fence(MPI_MODE_NOSUCCEED, win_); } // expected-note {{the fence is here}}
  void put(int v) { MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win_); }
  MPI_Win win() { return win_; }
  MPI_Win win_pub() { return win_; }
  friend void ring(); friend void ring2();
};
void ring() {
  Ring r(MPI_COMM_WORLD);
  int v = 1;
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, r.win_); // expected-warning {{MPI_Put on window 'r.win_', which has no epoch open [rma-no-epoch]}}
  r.fence();
  r.put(1);
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, r.win_);
  r.last();
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, r.win_); // expected-warning {{MPI_Put on window 'r.win_' follows a fence with MPI_MODE_NOSUCCEED [rma-wrong-assert]}}
}
MPI_Win global;
void lambda() {
  MPI_Win win;
  int *mem, v = 0;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  auto open = [&] { MPI_Win_lock_all(0, win); }; // expected-note {{the epoch was opened here}}
  auto close = [&] { MPI_Win_unlock_all(win); }; // expected-note {{the epoch was closed here}}
  open();
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  close();
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put on window 'win', which has no epoch open [rma-no-epoch]}}
  open();
  MPI_Win_free(&win); // expected-warning {{window 'win' is freed while the epoch that MPI_Win_lock_all opened is not closed [rma-unclosed-epoch]}} expected-note {{close it with MPI_Win_unlock_all(win)}}
}
void globals(int v) {
  MPI_Win_fence(MPI_MODE_NOSUCCEED, global); // expected-note {{the fence is here}}
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, global); // expected-warning {{MPI_Put on window 'global' follows a fence with MPI_MODE_NOSUCCEED [rma-wrong-assert]}}
}
void unseen();
void globals2(int v) {
  MPI_Win_fence(MPI_MODE_NOSUCCEED, global);
  unseen();
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, global); // quiet
}
void array(int v) {
  MPI_Win w[2]; int *m;
  for (int i = 0; i < 2; i++) MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w[i]);
  MPI_Win_lock_all(0, w[0]);
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w[0]);
  MPI_Win_unlock_all(w[0]); // expected-note {{the epoch was closed here}}
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w[0]); // expected-warning {{MPI_Put on window 'w[0]', which has no epoch open [rma-no-epoch]}}
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w[1]); // expected-warning {{MPI_Put on window 'w[1]', which has no epoch open [rma-no-epoch]}}
}

// ---- quiet
void reopenedElsewhere(Halo *h, int t, void (*other)(Halo *)) {
  end(h);
  other(h);
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
}
void anotherWindow(Halo *h, Halo *g, int t) {
  end(h);
  MPI_Win_lock_all(0, g->win); // may be the same
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
}
void anotherHalo(Halo *h, Halo *next, int t) {
  end(h);
  h = next;
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
}
void anotherHandle(Halo *h, MPI_Win win, int t) {
  end(h);
  h->win = win;
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
}
void oneWay(Halo *h, int t, bool yes) {
  begin(h);
  if (yes)
    end(h);
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
}
void throughReference(Halo &h, int t) {
  end(&h);
  Halo &same = h;
  begin(&same);
  MPI_Put(h.buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h.win);
}
void throughHandle(Halo &h, int t) {
  MPI_Win same = h.win;
  MPI_Win_unlock_all(h.win);
  MPI_Win_lock_all(0, same);
  MPI_Put(h.buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h.win);
}
void swapWindows(Halo *h) {
  MPI_Win keep = h[0].win;
  h[0].win = h[1].win;
  h[1].win = keep;
}
void swapped(Halo *h, int t) {
  begin(&h[1]);
  end(&h[0]);
  swapWindows(h);
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h[0].win);
}
void recursive(Halo *h, int t, int n) {
  if (n > 0) {
    end(h);
    recursive(h, t, n - 1);
    MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
    return;
  }
  begin(h);
}
struct Base {
  MPI_Win win;
  virtual void open() { MPI_Win_unlock_all(win); }
  virtual ~Base() {}
};
void overridden(Base &b, int *v) {
  b.open(); // another class may do anything
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, b.win);
}
void inLoop(Halo *h, int t, int n) {
  for (int i = 0; i < n; i++) {
    begin(h);
    put(h, t);
    end(h);
  }
}
void thrown(Halo *h, int t, void (*work)()) {
  begin(h);
  try {
    work();
    end(h);
  } catch (...) {
    begin(h);
  }
  MPI_Put(h->buf, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, h->win);
}
struct Guard {
  MPI_Win win;
  explicit Guard(MPI_Win w) : win(w) { MPI_Win_lock_all(0, win); }
  ~Guard() { MPI_Win_unlock_all(win); }
};
void guarded(int v) {
  MPI_Win win;
  int *mem;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  {
    Guard guard(win);
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_free(&win);
}
MPI_Win make(int **mem) {
  MPI_Win win;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, mem, &win);
  MPI_Win_lock_all(0, win);
  return win;
}
void made(int v) {
  int *mem;
  MPI_Win win = make(&mem);
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void create(MPI_Win *win, int **mem) {
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, mem, win);
  MPI_Win_fence(0, *win);
}
void created(int v) {
  MPI_Win win;
  int *mem;
  create(&win, &mem);
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}
void keptLock(MPI_Win w, int t, int u, int *v) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Win_unlock(u, w); // of another target, locked by who called
  MPI_Put(v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
}
static void unlockOne(MPI_Win w, int t) { MPI_Win_unlock(t, w); }
void unlocksTwo(MPI_Win w, int *v) {
  unlockOne(w, 0);
  MPI_Put(v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
}
