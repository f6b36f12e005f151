// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-buffer-lifetime=off -fsyntax-only -Xclang -verify %s
// What rma-freed-window reports, and below what it must not.
#include <mpi.h>

typedef struct { MPI_Win win; int *mem; } Halo;
static void destroy(MPI_Win *win) { MPI_Win_free(win); } // expected-note {{the window was freed here}} expected-note {{the window was freed here}}
static void make(Halo *h) { MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &h->mem, &h->win); }

void fence(int *mem) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win); // expected-note {{the window was freed here}}
  MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence on window 'win', which is freed [rma-freed-window]}}
}
void twice(int *mem) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win); // expected-note {{the window was freed here}}
  MPI_Win_free(&win); // expected-warning {{MPI_Win_free on window 'win', which is freed [rma-freed-window]}}
}
void byHelper(int *mem) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  destroy(&win);
  MPI_Win_lock_all(0, win); // expected-warning {{MPI_Win_lock_all on window 'win', which is freed [rma-freed-window]}}
}
void member(Halo *h, int v) {
  MPI_Win_free(&h->win); // expected-note {{the window was freed here}}
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, h->win); // expected-warning {{MPI_Put on window 'h->win', which is freed [rma-freed-window]}}
}
void parameter(MPI_Win *win) {
  MPI_Win_free(win); // expected-note {{the window was freed here}}
  MPI_Win_unlock(0, *win); // expected-warning {{MPI_Win_unlock on window 'win', which is freed [rma-freed-window]}}
}
void inLoop(int *mem, int n) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win); // expected-note {{the window was freed here}}
  for (int i = 0; i < n; i++)
    MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence on window 'win', which is freed [rma-freed-window]}}
}
void bothWays(int *mem, int yes) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (yes)
    MPI_Win_free(&win);
  else
    destroy(&win);
  MPI_Win_sync(win); // expected-warning {{MPI_Win_sync on window 'win', which is freed [rma-freed-window]}}
}

// ---- quiet
void again(int *mem, int n) {
  MPI_Win win;
  for (int i = 0; i < n; i++) {
    MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
}
void grow(Halo *h) {
  MPI_Win_fence(0, h->win);
  MPI_Win_free(&h->win);
  make(h);
  MPI_Win_fence(0, h->win);
}
void oneWay(int *mem, int yes) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (yes)
    MPI_Win_free(&win);
  if (!yes)
    MPI_Win_fence(0, win);
}
void asks(int *mem) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  if (win != MPI_WIN_NULL)
    MPI_Win_free(&win);
}
void asksMember(Halo *h) {
  MPI_Win_free(&h->win);
  if (MPI_WIN_NULL != h->win)
    MPI_Win_fence(0, h->win);
}
void other(Halo *h, Halo *g) {
  MPI_Win_free(&h->win);
  MPI_Win_fence(0, g->win);
  h = g;
  MPI_Win_fence(0, h->win);
}
void remadeElsewhere(Halo *h, void (*renew)(Halo *)) {
  MPI_Win_free(&h->win);
  renew(h);
  MPI_Win_fence(0, h->win);
}
void elements(MPI_Win *wins, int n) {
  for (int i = 0; i < n; i++) {
    MPI_Win_fence(0, wins[i]);
    MPI_Win_free(&wins[i]);
  }
}
int memory(MPI_Comm comm, int *given) {
  int *memory, *other, first;
  MPI_Win win, otherWin;
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_create(given, 8, 4, MPI_INFO_NULL, comm, &otherWin);
  first = memory[0];
  MPI_Win_free(&otherWin);
  first += given[0];
  MPI_Win_free(&win); // expected-note {{the window was freed here, and its memory with it}}
  first += memory[1]; // expected-warning {{'memory[1]' is read, but it is memory of window 'win', which is freed}}
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &other, &win);
  MPI_Win_free(&win);
  other = given;
  return first + other[0];
}
