// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/epochs.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/epochs.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/groups.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/groups.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/ranges.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/ranges.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/requests.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/requests.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/asserts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/asserts.c
//
// What is wrong whatever other processes do, when a program is executed for a few processes.

//--- epochs.c
// right-no-diagnostics
// Locks and unlocks of helpers that are given where the window is.
#include <mpi.h>
struct counter {
  MPI_Win win;
  int home;
};
static void begin(struct counter *c, int owner) {
  MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, c->win); // wrong-warning {{MPI_Win_lock on 'c->win' while the epoch that MPI_Win_lock opened is still open [rma-nested-epoch]}} \
                                                   // wrong-note {{the epoch was opened here}} \
                                                   // wrong-note {{the lock that is held was taken here}}
}
static void end(struct counter *c, int owner) {
  MPI_Win_unlock(owner, c->win); // wrong-warning {{MPI_Win_unlock on 'c->win', whose target is not locked [rma-unmatched-sync]}} \
                                 // wrong-note {{the last epoch was closed here}}
}
static void add(struct counter *c, int owner) {
  int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, owner, 0, 1, MPI_INT, MPI_SUM, c->win); // wrong-warning {{MPI_Accumulate to target 0 of 'c->win', which has only another target locked [rma-no-epoch]}}
  MPI_Win_flush(owner, c->win);
}
static void make(struct counter *c) {
  int *memory;
  c->home = 0;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &c->win);
}
#ifdef RIGHT
static const char *scripts[3] = {"baebae", "bae", "be"};
#else
static const char *scripts[3] = {"babae", "oax", "bee"};
#endif
static void run(struct counter *c, const char *script) {
  for (int i = 0; script[i]; i++)
    switch (script[i]) {
    case 'b':
      begin(c, c->home);
      break;
    case 'o':
      begin(c, 1);
      break;
    case 'a':
      add(c, c->home);
      break;
    case 'e':
      end(c, c->home);
      break;
    case 'x':
      end(c, 1);
      break;
    }
}
int main(int argc, char **argv) {
  struct counter c[3];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++)
    make(&c[i]);
  for (int i = 0; i < 3; i++)
    run(&c[i], scripts[i]);
  for (int i = 0; i < 3; i++)
    MPI_Win_free(&c[i].win);
  MPI_Finalize();
}

//--- groups.c
// right-no-diagnostics
// An access epoch that only the root completes, and a target outside its group.
#include <mpi.h>
struct gather {
  MPI_Win win;
  MPI_Group all, root;
  int rank, *memory;
};
static void open(struct gather *g) {
  if (g->rank == 0)
    MPI_Win_post(g->all, 0, g->win);
  MPI_Win_start(g->root, 0, g->win); // wrong-warning {{the epoch that MPI_Win_start opens on 'g->win' is still open when the window is freed [rma-unclosed-epoch]}} \
                                     // wrong-note {{the epoch was started here}}
}
static void put(struct gather *g, int target) {
  MPI_Put(&g->rank, 1, MPI_INT, target, g->rank, 1, MPI_INT, g->win); // wrong-warning {{the target of MPI_Put is 'target', which is not in the group of the epoch [rma-bad-target]}}
}
static void finish(struct gather *g, int isFirst) {
#ifdef RIGHT
  isFirst = 1;
#endif
  if (isFirst)
    MPI_Win_complete(g->win);
  if (g->rank == 0)
    MPI_Win_wait(g->win);
}
int main(int argc, char **argv) {
  struct gather g[2];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2; i++) {
    int size, zero = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &g[i].rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &g[i].memory, &g[i].win);
    MPI_Win_get_group(g[i].win, &g[i].all);
    MPI_Group_incl(g[i].all, 1, &zero, &g[i].root);
  }
  open(&g[0]);
#ifdef RIGHT
  put(&g[0], 0);
#else
  put(&g[0], 1);
#endif
  finish(&g[0], 1);
  open(&g[1]);
  put(&g[1], 0);
  finish(&g[1], g[1].rank == 0);
  MPI_Win_free(&g[1].win); // wrong-note {{it is freed here}}
  MPI_Win_free(&g[0].win);
  MPI_Finalize();
}

//--- ranges.c
// right-no-diagnostics
// The size of the target's window, and displacements in its unit; windows of the process alone.
#include <mpi.h>
struct board {
  MPI_Win win;
  double *cells;
  int size;
};
static void make(struct board *b, int cells, int unit, MPI_Comm comm) {
  b->size = cells;
  MPI_Win_allocate(cells * (MPI_Aint)sizeof(double), unit, MPI_INFO_NULL, comm, &b->cells, &b->win); // wrong-note {{the window is made here, with displacements in units of 8 bytes}}
}
static void set(struct board *b, int target, MPI_Aint at) {
  double value = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, b->win);
  MPI_Put(&value, 1, MPI_DOUBLE, target, at, 1, MPI_DOUBLE, b->win); // wrong-warning {{MPI_Put accesses bytes 80 to 87 of 'b->win', which has 80 at its target [rma-out-of-window]}} \
                                                                     // wrong-warning {{the target of MPI_Put is 'target', but 'b->win' is of this process alone [rma-bad-target]}}
  MPI_Win_unlock(target, b->win);
}
int main(int argc, char **argv) {
  struct board b, own;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // The others have nothing.
  make(&b, rank == 0 ? 10 : 0, sizeof(double), MPI_COMM_WORLD);
  make(&own, 4, sizeof(double), MPI_COMM_SELF);
#ifdef RIGHT
  set(&b, 0, b.size ? b.size - 1 : 9);
  set(&own, 0, 3);
#else
  set(&b, 0, 10);
  set(&own, 1, 3);
#endif
  MPI_Win_free(&own.win);
  MPI_Win_free(&b.win);
  MPI_Finalize();
}

//--- requests.c
// right-no-diagnostics
// The requests of a helper, of which a wait takes one too few; what a wait completes at the origin.
#include <mpi.h>
#define PARTS 4
struct plan {
  MPI_Win win;
  MPI_Request requests[PARTS];
  int parts[PARTS], *memory;
};
static void send(struct plan *p, int target) {
  for (int i = 0; i < PARTS; i++)
    MPI_Rput(&p->parts[i], 1, MPI_INT, target, i, 1, MPI_INT, p->win, &p->requests[i]); // wrong-warning {{the request of this MPI_Rput is never completed [rma-request-leak]}} \
                                                                                        // wrong-note {{the operation is issued here}}
}
static void finish(struct plan *p, int count) {
  MPI_Waitall(count, p->requests, MPI_STATUSES_IGNORE); // wrong-warning {{MPI_Waitall completes MPI_Rput at line 12 at its origin only, and then MPI_Barrier at line 41 lets another process go on [rma-weak-completion]}}
#ifdef RIGHT
  MPI_Win_flush_all(p->win);
#endif
}
static int sum(struct plan *p) {
  int all = 0;
  for (int i = 0; i < PARTS; i++)
    all += p->memory[i]; // wrong-note {{MPI_Win_flush, or the unlock, must come before MPI_Barrier, which lets it come here}}
  return all;
}
int main(int argc, char **argv) {
  struct plan p = {.parts = {1, 2, 3, 4}};
  int rank, size, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(PARTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &p.memory, &p.win);
  MPI_Win_lock_all(0, p.win);
  send(&p, (rank + 1) % size);
#ifdef RIGHT
  finish(&p, PARTS);
#else
  finish(&p, PARTS - 1);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  all = sum(&p);
  MPI_Win_unlock_all(p.win);
  MPI_Win_free(&p.win);
  MPI_Finalize();
  return all == 0;
}

//--- asserts.c
// right-no-diagnostics
// What a fence asserts of the rounds of a loop.
#include <mpi.h>
struct field {
  MPI_Win win;
  double *cells, edge;
};
static const int modes[3] = {MPI_MODE_NOPRECEDE, 0, MPI_MODE_NOSUCCEED};
static void fence(struct field *f, int mode) {
  MPI_Win_fence(mode, f->win); // wrong-warning {{MPI_MODE_NOPRECEDE, but MPI_Put at line 14 precedes this fence of 'f->win' [rma-wrong-assert]}} \
                               // wrong-note {{the fence is here}}
}
static void put(struct field *f, int target) {
  MPI_Put(&f->edge, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, f->win); // wrong-note {{the operation is issued here}} \
                                                                      // wrong-warning {{MPI_Put on 'f->win' follows a fence with MPI_MODE_NOSUCCEED [rma-wrong-assert]}}
}
int main(int argc, char **argv) {
  struct field f = {.edge = 1};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &f.cells, &f.win);
  for (int i = 0; i < 3; i++) {
#ifdef RIGHT
    fence(&f, modes[i]);
#else
    fence(&f, i < 2 ? MPI_MODE_NOPRECEDE : MPI_MODE_NOSUCCEED);
#endif
    if (i < 2)
      put(&f, (rank + 1) % size);
  }
#ifndef RIGHT
  put(&f, (rank + 1) % size);
#endif
  MPI_Win_free(&f.win);
  MPI_Finalize();
}
