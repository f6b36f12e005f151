// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-unmatched-sync reports, and below what it must not.
#include <mpi.h>

static void end(MPI_Win win) { MPI_Win_unlock_all(win); } // expected-note {{the last epoch was closed here}}

void unlockTwice(MPI_Win win, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Win_unlock(t, win); // expected-note {{the last epoch was closed here}}
  MPI_Win_unlock(t, win); // expected-warning {{MPI_Win_unlock on window 'win', whose target is not locked [rma-unmatched-sync]}}
}
void unlockAllTwice(MPI_Win win) {
  end(win);
  MPI_Win_unlock_all(win); // expected-warning {{MPI_Win_unlock_all on window 'win', which MPI_Win_lock_all has not locked [rma-unmatched-sync]}}
}
void unlockOther(int *mem) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_unlock(1, win); // expected-warning {{MPI_Win_unlock on window 'win', whose target is not locked [rma-unmatched-sync]}}
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}
void unlockOfAll(MPI_Win win) {
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock(1, win); // expected-warning {{MPI_Win_unlock on window 'win', which MPI_Win_lock_all locked [rma-unmatched-sync]}}
  MPI_Win_unlock_all(win);
}
void allOfOne(int *mem) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); // expected-note {{a target is locked here}}
  MPI_Win_unlock_all(win); // expected-warning {{MPI_Win_unlock_all on window 'win', which MPI_Win_lock_all has not locked [rma-unmatched-sync]}}
  MPI_Win_free(&win);
}
void completeTwice(MPI_Win win) {
  MPI_Win_complete(win); // expected-note {{the last epoch was closed here}}
  MPI_Win_complete(win); // expected-warning {{MPI_Win_complete on window 'win', which has no MPI_Win_start to complete [rma-unmatched-sync]}}
}
void completeOfFence(MPI_Win win) {
  MPI_Win_fence(0, win);
  MPI_Win_complete(win); // expected-warning {{MPI_Win_complete on window 'win', which has no MPI_Win_start to complete [rma-unmatched-sync]}}
}
void waitTwice(MPI_Win win) {
  MPI_Win_wait(win);
  MPI_Win_wait(win); // expected-warning {{MPI_Win_wait on window 'win', which has no MPI_Win_post to wait for [rma-unmatched-sync]}}
}
void waitForStart(int *mem, MPI_Group group) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_start(group, 0, win);
  MPI_Win_wait(win); // expected-warning {{MPI_Win_wait on window 'win', which has no MPI_Win_post to wait for [rma-unmatched-sync]}}
  MPI_Win_complete(win);
  MPI_Win_free(&win);
}

// ---- quiet
void opened(MPI_Win win, int t) {
  MPI_Win_unlock(t, win);
  MPI_Win_unlock(t + 1, win);
  MPI_Win_wait(win);
  MPI_Win_complete(win);
}
void others(MPI_Win win, int t, int u) {
  MPI_Win_unlock(t, win);
  MPI_Win_unlock(u, win);
}
void everyTarget(MPI_Win win, int n) {
  MPI_Win_fence(0, win);
  for (int t = 0; t < n; t++)
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  for (int t = 0; t < n; t++)
    MPI_Win_unlock(t, win);
}
void oneWay(int *mem, int rank) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 0)
    MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}
void polls(MPI_Win win, MPI_Group group) {
  int done = 0;
  MPI_Win_post(group, 0, win);
  MPI_Win_test(win, &done);
  if (!done)
    MPI_Win_wait(win);
}
void sameRank(int *mem, int t) {
  MPI_Win win;
  int same = t;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Win_unlock(same, win);
  MPI_Win_free(&win);
}
void pipeline(MPI_Win win, MPI_Group group, int n) {
  MPI_Win_post(group, 0, win);
  for (int i = 0; i < n; i++) {
    MPI_Win_wait(win);
    MPI_Win_post(group, 0, win);
  }
  MPI_Win_wait(win);
}
void modes(MPI_Win win, int t, int all) {
  if (all)
    MPI_Win_lock_all(0, win);
  else
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  if (all)
    MPI_Win_unlock_all(win);
  else
    MPI_Win_unlock(t, win);
}
void otherUnlock(MPI_Win win, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win); // expected-note {{a target is locked here}}
  MPI_Win_unlock_all(win); // expected-warning {{MPI_Win_unlock_all on window 'win', which MPI_Win_lock_all has not locked [rma-unmatched-sync]}}
}
void oneOrAll(MPI_Win win, int t, int isAll) {
  if (isAll)
    MPI_Win_lock_all(0, win);
  else
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  if (isAll)
    MPI_Win_unlock_all(win);
  else
    MPI_Win_unlock(t, win);
}
void oneOfAll(MPI_Win win, int t) {
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock(t, win); // expected-warning {{MPI_Win_unlock on window 'win', which MPI_Win_lock_all locked [rma-unmatched-sync]}}
}
void lockedNotStarted(MPI_Win win, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, win);
  MPI_Win_complete(win); // expected-warning {{MPI_Win_complete on window 'win', which has no MPI_Win_start to complete [rma-unmatched-sync]}}
}
