// Helpers that leave out what would move nothing, and helpers that are told by constants what to do.
//
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <mpi.h>
#include <string.h>

// Nothing to move, nobody to move it to, nowhere to move it from or to.
static void put(const double *b, int n, int t, MPI_Win w) {
  if (n <= 0 || t == MPI_PROC_NULL)
    return;
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
}
static int checked(const double *b, int n, int t, MPI_Win w) {
  if (!b || w == MPI_WIN_NULL || n < 0 || n > 100)
    return -1;
  return MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
}
static void bytes(const void *b, size_t n, int t, MPI_Win w) {
  if (n != 0)
    MPI_Put(b, (int)n * 8, MPI_BYTE, t, 0, (int)n * 8, MPI_BYTE, w);
}
static void further(const double *b, int n, int t, MPI_Win w) {
  if (!b)
    return;
  put(b, n, t, w);
}

void unknownCount(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  put(b, n, t, w);
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock(t, w);
}
void knownCount(int t, MPI_Win w) {
  double b[8] = {0};
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  put(b, 4, t, w);
  b[3] = 1; // expected-warning {{'b[3]' is written while MPI_Put}}
  b[4] = 1;
  MPI_Win_unlock(t, w);
}
void completed(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  put(b, n, t, w);
  MPI_Win_flush_local(t, w);
  b[0] = 1;
  MPI_Win_unlock(t, w);
}
void nothing(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  put(b, 0, t, w);
  put(b, n, MPI_PROC_NULL, w);
  b[0] = 1;
  put(b, n, t, w);
  if (n == 0)
    b[0] = 1;
  MPI_Win_unlock(t, w);
}
void nobody(double *b, int n, int left, MPI_Win w) {
  MPI_Win_fence(0, w);
  put(b, n, left, w);
  if (left == MPI_PROC_NULL)
    b[0] = 1;
  MPI_Win_fence(0, w);
}
void throughTwo(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  further(b, n, t, w);
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock(t, w);
}
void manyReasons(double *b, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  checked(b, 4, t, w);
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock(t, w);
}
void tooMany(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  checked(b, 101, t, w);
  b[0] = 1;
  if (checked(b, n, t, w) == -1)
    b[0] = 1;
  MPI_Win_unlock(t, w);
}
void inBytes(double *b, size_t n, int t, MPI_Win w) {
  double own[8] = {0};
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  bytes(own, 4, t, w);
  own[3] = 1; // expected-warning {{'own[3]' is written while MPI_Put}}
  own[4] = 1;
  bytes(b, n, t, w);
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock(t, w);
}

// What is asked for has to do with something else.
static void small(const double *b, int n, int t, MPI_Win w) {
  static double stage[4];
  if (n < 1)
    return;
  if (n <= 4) {
    memcpy(stage, b, n * sizeof *b);
    MPI_Put(stage, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
    return;
  }
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
}
static void toOthers(double *mine, const double *b, int n, int t, int me, MPI_Win w) {
  if (t == me) {
    memcpy(mine, b, n * sizeof *b);
    return;
  }
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
}
void copied(double *mine, double *b, int n, int t, int me, MPI_Win w) {
  MPI_Win_lock_all(0, w);
  small(b, 4, t, w);
  b[0] = 1;
  small(b, n, t, w);
  if (n <= 4)
    b[0] = 1;
  toOthers(mine, b, n, t, me, w);
  if (t == me)
    b[0] = 1;
  MPI_Win_flush_all(w);
  small(b, 5, t, w);
  b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock_all(w);
}

// What to do.
enum what { READ, WRITE, NONE };
static void move(double *b, int n, int t, enum what what, MPI_Win w) {
  if (what == READ)
    MPI_Get(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
  else if (what == WRITE)
    MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
}
double told(double *b, int n, int t, enum what what, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  move(b, n, t, NONE, w);
  b[0] = 1;
  move(b, n, t, WRITE, w);
  double sum = b[0];
  b[0] = 2; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_flush(t, w);
  move(b, n, t, READ, w);
  sum += b[0]; // expected-warning {{'b[0]' is read while MPI_Get}}
  MPI_Win_flush(t, w);
  move(b, n, t, what, w);
  if (what == WRITE)
    sum += b[0];
  MPI_Win_unlock(t, w);
  return sum;
}
static void step(double *b, int n, int t, int how, MPI_Win w) {
  switch (how) {
  case 0:
    MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
    break;
  case 1:
    MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
    // fall through
  case 2:
    MPI_Win_flush_local(t, w);
    break;
  default:
    break;
  }
}
void steps(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  step(b, n, t, 1, w);
  b[0] = 1;
  step(b, n, t, 3, w);
  b[0] = 2;
  step(b, n, t, 0, w);
  step(b, n, t, 2, w);
  b[0] = 3;
  step(b, n, t, 0, w);
  b[0] = 4; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock(t, w);
}
static void locked(double *b, int n, int t, int lock, MPI_Win w) {
  if (lock)
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
  if (lock)
    MPI_Win_unlock(t, w);
}
void locks(double *b, int n, int t, MPI_Win w) {
  locked(b, n, t, 1, w);
  b[0] = 1;
  MPI_Win_lock_all(0, w);
  locked(b, n, t, 0, w);
  b[0] = 2; // expected-warning {{'b[0]' is written while MPI_Put}}
  MPI_Win_unlock_all(w);
}

void cases(double *b, int n, int t, int k, MPI_Win w) {
  const int big = k > 2;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  switch (n) {
  case 0:
    put(b, n, t, w);
    b[0] = 1;
    break;
  case 4:
    put(b, n, t, w);
    b[0] = 1; // expected-warning {{'b[0]' is written while MPI_Put}}
    break;
  }
  MPI_Win_flush_local(t, w);
  switch (big) {
  case 1:
    MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w);
    break;
  }
  if (k == 1)
    b[0] = 1;
  MPI_Win_unlock(t, w);
}

// What a call surely accesses.
static void clear(double *b, int n) {
  if (n == 0)
    return;
  b[0] = 0;
}
void clears(double *b, int n, int t, MPI_Win w) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  clear(b, 0);
  clear(b, n);
  clear(b, 4); // expected-warning {{'b' is written by clear while MPI_Put}}
  MPI_Win_unlock(t, w);
}
