// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Exceptions: what a handler meets is what stood before each call that may throw; an early throw leaves epochs to objects.
#include <mpi.h>
#include <stdexcept>
#include <vector>
void may();            // not in sight
static void local(int x) { if (x) throw std::runtime_error("x"); }
double earlyThrow(int t, MPI_Win win, double *b, int n) {   // early throw leaves epoch: quiet
  MPI_Win_lock_all(0, win);
  if (n < 0) throw std::runtime_error("n");
  MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
  MPI_Win_unlock_all(win);
  return b[0];
}
struct Guard { MPI_Win w; Guard(MPI_Win w) : w(w) { MPI_Win_lock_all(0, w); } ~Guard() { MPI_Win_unlock_all(w); } };
void guarded(int t, MPI_Win win, double *b, int n) {
  Guard g(win);
  MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
  if (n < 0) throw 1;
  local(n);
  MPI_Win_flush(t, win);
  b[0] = 1;
}
void inTry(int t, MPI_Win win, double *b, int n) {
  MPI_Win_lock_all(0, win);
  try {
    MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
    local(n);
    b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
    MPI_Win_flush(t, win);
  } catch (const std::exception &e) {
    MPI_Win_flush(t, win);
    b[0] = 2;
  }
  b[0] = 3;
  MPI_Win_unlock_all(win);
}
void beforeTry(int t, MPI_Win win, double *b, int n) {
  MPI_Win_lock_all(0, win);
  MPI_Put(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  try {
    local(n);
  } catch (...) {
    b[0] = 2; // expected-warning {{'b[0]' is written while MPI_Put}}
  }
  MPI_Win_unlock_all(win);
}
void closedInHandler(int t, double *b, int n) {
  double mem[4]; MPI_Win win;
  MPI_Win_create(mem, sizeof mem, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  try {
    MPI_Win_lock_all(0, win);
    local(n);
    MPI_Win_unlock_all(win);
  } catch (...) {
    MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); // thrown under the lock, as far as is known
    MPI_Win_unlock_all(win);
    MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put on window 'win', which has no epoch open}}
  }
  MPI_Win_free(&win);
}
void thrownOverBuffer(int t, MPI_Win win, int n) {
  MPI_Win_lock_all(0, win);
  try {
    double v = 0;
    MPI_Put(&v, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
    if (n) throw 1;
    MPI_Win_flush(t, win);
  } catch (int) { }
  MPI_Win_unlock_all(win);
}

static void lockAndMore(MPI_Win win, int x) {
  MPI_Win_lock_all(0, win);
  local(x);
  MPI_Win_unlock_all(win);
}
void inTheMidst(double *b, int n) {
  double mem[4];
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  try {
    lockAndMore(win, n);
  } catch (...) {
    MPI_Win_unlock_all(win);
  }
  try {
    try {
      MPI_Win_lock_all(0, win);
      local(n);
      MPI_Win_unlock_all(win);
    } catch (const char *) {
      MPI_Win_unlock_all(win);
      throw;
    }
  } catch (...) {
    MPI_Put(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  MPI_Win_free(&win);
}
