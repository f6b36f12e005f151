// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify %s
// Copies of a handle are the window that they were made of, whatever its variable holds later.
#include <mpi.h>
#include <stdlib.h>
struct store { MPI_Win win; int *cells; int n; };
static void grow(struct store *s) {
  MPI_Win old = s->win;
  int *cells = s->cells;
  MPI_Win_allocate(2 * s->n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &s->cells, &s->win);
  for (int i = 0; i < s->n; i++) s->cells[i] = cells[i];
  MPI_Win_free(&old);
  MPI_Win_lock_all(0, s->win);
}
void grow2(MPI_Win win, int n, int t) {
  int *m, v = 1;
  MPI_Win old = win;
  MPI_Win_allocate(n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &win);
  MPI_Win_free(&old);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, win);
  MPI_Win_unlock(t, win);
  MPI_Win_free(&win);
}
static MPI_Win gwin; static int *gm;
void grow3(int n, int t) {
  int v = 1;
  const MPI_Win old = gwin;
  MPI_Win w2 = old;
  MPI_Win_allocate(n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &gm, &gwin);
  MPI_Win_free(&w2);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, gwin);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, gwin);
  MPI_Win_unlock(t, gwin);
}
void rotate(MPI_Win a, MPI_Win b, int t) {
  int v = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, a);
  MPI_Win keep = a;
  a = b;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, a);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, a);
  MPI_Win_unlock(t, a);
  MPI_Win_unlock(t, keep);
}
void helper11(MPI_Win win, int fail) {
  MPI_Win w = win;
  MPI_Win_lock_all(0, win);
  if (fail) {
    int *m;
    MPI_Win_allocate(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &win);
    MPI_Win_free(&win);
    MPI_Win_unlock_all(w);
    return;
  }
  MPI_Win_unlock_all(win);
}
void plain(MPI_Win win) {
  MPI_Win w = win;
  int *m;
  MPI_Win_lock_all(0, w);
  MPI_Win_allocate(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &win);
  MPI_Win_free(&win);
  MPI_Win_unlock_all(w);
}
void lockedByCopy(MPI_Win win, int t) {
  MPI_Win same = win;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, same); // expected-note {{the epoch was opened here}}
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); // expected-warning {{MPI_Win_lock on window 'same' while the epoch that MPI_Win_lock opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock(t, win);
}
