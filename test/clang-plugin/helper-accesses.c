// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What a function in sight surely does with what it is given is an access where it is called.
#include <mpi.h>
#include <string.h>
static void fill(double *b) { b[0] = 1; } // expected-note {{it is written here}}
static void fillIf(double *b, int x) { if (x) b[0] = 1; }
static void fillFlushed(double *b, MPI_Win w) { MPI_Win_flush_all(w); b[0] = 1; }
static void fillThenFlush(double *b, MPI_Win w) { b[0] = 1; MPI_Win_flush_all(w); } // expected-note {{it is written here}}
static double look(const double *b) { return b[1]; } // expected-note {{it is read here}}
static void clear(double *b) { memset(b, 0, 80); } // expected-note {{it is written here}}
static void moved(double *b) { b += 20; b[0] = 1; }
static void loop(double *b) { for (int i = 0; i < 10; i++) b[i] = 1; } // expected-note {{it is written here}}
static void upTo(double *b, int n) { for (int i = 0; i < n; i++) b[i] = 1; } // expected-note 3 {{it is written here}}
static void fromTwo(double *b, int n) { for (int i = 2; i <= n; i++) b[i] = 1; }
static void nested(double *b, int x) { if (x) for (int i = 0; i < 10; i++) b[i] = 1; }
static void mark(unsigned long *b) { unsigned long seed = 0xcbf29ce484222325ul; b[0] = 8 * seed; }
static void early(double *b) { if (!b) return; b[0] = 1; }
static void move(double *b, int t, MPI_Win w) { MPI_Put(b, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w); }
void warn(int t, MPI_Win win) {
  double b[10] = {0};
  MPI_Win_lock_all(0, win); // expected-note 5 {{the epoch was opened here}}
  MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  fill(b); // expected-warning {{'b' is written by fill while MPI_Put}}
  MPI_Win_flush(t, win);
  MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  clear(b); // expected-warning {{'b' is written by clear while MPI_Put}}
  MPI_Win_flush(t, win);
  MPI_Get(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Get writes 'b'}}
  look(b); // expected-warning {{'b' is read by look while MPI_Get}}
  MPI_Win_flush(t, win);
  MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  loop(b); // expected-warning {{'b' is written by loop while MPI_Put}}
  MPI_Win_flush(t, win);
  MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  fillThenFlush(b, win); // expected-warning {{'b' is written by fillThenFlush while MPI_Put}}
  MPI_Win_unlock_all(win);
}
void quiet(int t, MPI_Win win, int x) {
  double b[30] = {0};
  MPI_Win_lock_all(0, win);
  MPI_Put(b, 10, MPI_DOUBLE, t, 0, 10, MPI_DOUBLE, win);
  fillIf(b, x);
  upTo(b, x);
  mark((unsigned long *)(b + 12));
  nested(b, x);
  loop(b + 10);
  early(b);
  look(b);
  moved(b);
  fill(b + 10);
  clear(b + 12);
  move(b, t, win);
  fillFlushed(b, win);
  fill(b);
  MPI_Win_unlock_all(win);
}
void bounded(int t, MPI_Win win, double *b, int n) {
  const int fixed = n / 2;
  MPI_Win_fence(0, win); // expected-note 2 {{the epoch was opened here}}
  MPI_Put(b, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win); // expected-note 2 {{MPI_Put reads 'b'}}
  upTo(b, 4); // expected-warning {{'b' is written by upTo while MPI_Put}}
  upTo(b, n); // expected-warning {{'b' is written by upTo while MPI_Put}}
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(b, fixed, MPI_DOUBLE, t, 0, fixed, MPI_DOUBLE, win); // expected-note {{MPI_Put reads 'b'}}
  upTo(b, fixed); // expected-warning {{'b' is written by upTo while MPI_Put}}
  MPI_Win_fence(0, win);
}
void boundedOtherwise(int t, MPI_Win win, double *b, int n, int m, int k) {
  MPI_Win_fence(0, win);
  MPI_Put(b, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, win);
  MPI_Put(b, m, MPI_DOUBLE, t, 8, m, MPI_DOUBLE, win);
  MPI_Put(b, k, MPI_DOUBLE, t, 80, k, MPI_DOUBLE, win);
  upTo(b, 0);
  upTo(b, n);
  upTo(b + 4, 4);
  fromTwo(b, 1);
  fromTwo(b, m);
  for (int part = n; part > 0; part--)
    upTo(b, part);
  k = n;
  upTo(b, k);
  MPI_Win_fence(0, win);
}

// How much a helper wipes is told by its caller.
static void wipe(int *b, int n) { memset(b, 0, n * sizeof *b); } // expected-note {{it is written here}}
void cleared(MPI_Win win, int *b, int n, int other) {
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(b, n, MPI_INT, 0, 0, n, MPI_INT, win); // expected-note {{MPI_Put reads 'b'}}
  wipe(b, 0); // quiet
  wipe(b, other); // quiet: it may be 0
  wipe(b, n); // expected-warning {{'b' is written by wipe while MPI_Put}}
  MPI_Win_unlock_all(win);
}
