// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-nested-epoch reports, and below what it must not.
#include <mpi.h>

typedef struct { MPI_Win win; int *mem; } Halo;
static void begin(Halo *h) { MPI_Win_lock_all(0, h->win); } // #begin expected-note 3 {{the epoch was opened here}}
static void end(Halo *h) { MPI_Win_unlock_all(h->win); }

void lockTwice(MPI_Win win, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); // expected-warning {{MPI_Win_lock on window 'win' while the epoch that MPI_Win_lock opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock(t, win);
}
void lockWithinAll(Halo *h) {
  begin(h);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, h->win); // expected-warning {{MPI_Win_lock on window 'h->win' while the epoch that MPI_Win_lock_all opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock(1, h->win);
  end(h);
}
void allWithinLock(MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_lock_all(0, win); // expected-warning {{MPI_Win_lock_all on window 'win' while the epoch that MPI_Win_lock opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock_all(win);
}
void allTwice(Halo *h) {
  begin(h);
  begin(h); // expected-warning@#begin {{MPI_Win_lock_all on window 'h->win' while the epoch that MPI_Win_lock_all opened is still open [rma-nested-epoch]}} expected-note {{called from here}}
  MPI_Win_lock_all(0, h->win); // expected-warning {{MPI_Win_lock_all on window 'h->win' while the epoch that MPI_Win_lock_all opened is still open [rma-nested-epoch]}}
}
void fenceWithinAll(MPI_Win win, int v) {
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence on window 'win' while the epoch that MPI_Win_lock_all opened is still open [rma-nested-epoch]}}
}
void startTwice(MPI_Win win, MPI_Group group) {
  MPI_Win_start(group, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_start(group, 0, win); // expected-warning {{MPI_Win_start on window 'win' while the epoch that MPI_Win_start opened is still open [rma-nested-epoch]}}
  MPI_Win_complete(win);
}
void postTwice(MPI_Win win, MPI_Group group) {
  MPI_Win_post(group, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_post(group, 0, win); // expected-warning {{MPI_Win_post on window 'win' while the epoch that MPI_Win_post opened is still open [rma-nested-epoch]}}
  MPI_Win_wait(win);
}
void lockWithinStart(MPI_Win win, MPI_Group group) {
  MPI_Win_start(group, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); // expected-warning {{MPI_Win_lock on window 'win' while the epoch that MPI_Win_start opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock(0, win);
  MPI_Win_complete(win);
}
void lockWithinFence(MPI_Win win, const int *v) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_lock_all(0, win); // expected-warning {{MPI_Win_lock_all on window 'win' while the epoch that MPI_Win_fence opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock_all(win);
  MPI_Win_fence(0, win);
}
void startWithinFence(MPI_Win win, MPI_Group group, const int *v) {
  MPI_Win_fence(0, win); // expected-note {{the epoch was opened here}}
  MPI_Accumulate(v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_start(group, 0, win); // expected-warning {{MPI_Win_start on window 'win' while the epoch that MPI_Win_fence opened is still open [rma-nested-epoch]}}
  MPI_Win_complete(win);
  MPI_Win_fence(0, win);
}
void fenceWithinPost(MPI_Win win, MPI_Group group, int n) {
  for (int i = 0; i < n; i++) {
    MPI_Win_post(group, 0, win); // expected-note {{the epoch was opened here}}
    MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence on window 'win' while the epoch that MPI_Win_post opened is still open [rma-nested-epoch]}}
    MPI_Win_wait(win);
  }
}

// ---- quiet
void twoTargets(MPI_Win win, int t, int u) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, u, 0, win);
  MPI_Win_unlock(t, win);
  MPI_Win_unlock(u, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Win_unlock(1, win);
  MPI_Win_unlock(0, win);
}
void everyTarget(MPI_Win win, int n) {
  for (int t = 0; t < n; t++)
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  for (int t = 0; t < n; t++)
    MPI_Win_unlock(t, win);
}
void targetMoves(MPI_Win win, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  t = t + 1;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Win_unlock(t, win);
  MPI_Win_unlock(t - 1, win);
}
void exposedAndAccessing(MPI_Win win, MPI_Group group) {
  MPI_Win_post(group, 0, win);
  MPI_Win_start(group, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_fence(0, win);
}
void lockAfterFence(MPI_Win win, const int *v) {
  MPI_Win_fence(0, win);
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win); // nothing follows: no epoch
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_fence(0, win);
}
void exposedAndLocked(MPI_Comm comm, MPI_Group group, int right) {
  int rank, *memory;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_post(group, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win); // another process's memory
  MPI_Win_unlock(right, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win); // expected-warning {{MPI_Win_lock on window 'win' while the epoch that MPI_Win_post opened is still open [rma-nested-epoch]}}
  MPI_Win_unlock(rank, win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
}
void tested(MPI_Win win, MPI_Group group) {
  int done = 0;
  MPI_Win_post(group, 0, win);
  while (!done)
    MPI_Win_test(win, &done);
  MPI_Win_post(group, 0, win);
  MPI_Win_wait(win);
}
void twoWindows(MPI_Win a, MPI_Win b) {
  MPI_Win_lock_all(0, a);
  MPI_Win_lock_all(0, b);
  MPI_Win_unlock_all(b);
  MPI_Win_unlock_all(a);
}
void retry(MPI_Win win) {
  while (MPI_Win_lock_all(0, win) != MPI_SUCCESS)
    ;
  MPI_Win_unlock_all(win);
}
void oneWay(MPI_Win win, int rank) {
  if (rank == 0)
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  if (rank != 0)
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Win_unlock(1, win);
}
void againInLoop(MPI_Win win, MPI_Group group, int n) {
  for (int i = 0; i < n; i++) { // expected-note {{nothing in this loop closes it}}
    MPI_Win_post(group, 0, win); // expected-warning {{MPI_Win_post on window 'win' while the epoch that it opened in the iteration before is still open}}
    MPI_Win_start(group, 0, win);
    MPI_Win_complete(win);
  }
  MPI_Win_wait(win);
  for (int i = 0; i < n; i++) // expected-note {{nothing in this loop closes it}}
    MPI_Win_lock_all(0, win); // expected-warning {{while the epoch that it opened in the iteration before is still open}}
  MPI_Win_unlock_all(win);
}
void closedInLoop(MPI_Win win, MPI_Group group, int n, MPI_Win *wins) {
  int done;
  for (int i = 0; i < n; i++) {
    if (i > 0)
      MPI_Win_wait(win);
    MPI_Win_post(group, 0, win);
  }
  MPI_Win_wait(win);
  for (int i = 0; i < n; i++) {
    MPI_Win_post(group, 0, win);
    do
      MPI_Win_test(win, &done);
    while (!done);
  }
  for (int i = 0; i < n; i++)
    MPI_Win_lock_all(0, wins[i]);
  for (int i = 0; i < n; i++)
    MPI_Win_unlock_all(wins[i]);
  for (int i = 0; i < n; i++) {
    if (i == 0)
      MPI_Win_lock_all(0, win);
  }
  MPI_Win_unlock_all(win);
  for (int i = 0; i < 1; i++)
    MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  for (int i = 0; i < n; i++) {
    MPI_Win_lock_all(0, win);
    if (i == 3)
      break;
    MPI_Win_unlock_all(win);
  }
}
