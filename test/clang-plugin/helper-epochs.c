// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What a function in sight is sure to do first to a window must suit the window where it is called.
#include <mpi.h>

static MPI_Win shared;
static int *memory;
static void make(void) { MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &shared); }
static void lock(int target) { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, shared); } // #lock expected-note {{by an earlier call}}
static void unlock(int target) { MPI_Win_unlock(target, shared); } // #unlock expected-note 2 {{closed here}}
static void add(MPI_Win win, const int *by, int count, int target) {
  MPI_Accumulate(by, count, MPI_INT, target, 0, count, MPI_INT, MPI_SUM, win); // #accumulate
}
static void addThrough(MPI_Win *win, const int *by, int target) { add(*win, by, 1, target); }
static void flush(MPI_Win win) { MPI_Win_flush_all(win); } // #flush
static void destroy(void) { MPI_Win_free(&shared); }       // expected-note {{freed here}}

void noEpoch(const int *by) {
  make();
  add(shared, by, 4, 1); // expected-warning@#accumulate {{MPI_Accumulate on window 'shared', which has no epoch open [rma-no-epoch]}} expected-note {{called from here}}
  MPI_Win_fence(0, shared);
  add(shared, by, 4, 1);
  flush(shared); // expected-warning@#flush {{MPI_Win_flush_all on window 'shared', which is not in a passive target epoch (lock or lock_all) [rma-no-epoch]}} expected-note {{called from here}}
  MPI_Win_fence(0, shared);
}
void throughTwo(const int *by, int target) {
  lock(target);
  addThrough(&shared, by, target);
  unlock(target);
  addThrough(&shared, by, target); // expected-warning@#accumulate {{MPI_Accumulate on window 'shared', which has no epoch open [rma-no-epoch]}} expected-note {{called from here}}
}
void twice(int target, int other) {
  lock(target);
  lock(other);
  lock(target); // expected-warning@#lock {{MPI_Win_lock on window 'shared' while the epoch that MPI_Win_lock opened is still open [rma-nested-epoch]}} expected-note {{called from here}}
}
void unlockTwice(int target) {
  lock(target);
  unlock(target);
  unlock(target); // expected-warning@#unlock {{MPI_Win_unlock on window 'shared', whose target is not locked [rma-unmatched-sync]}} expected-note {{called from here}}
}
void afterTheEnd(const int *by) {
  make();
  destroy();
  add(shared, by, 1, 1); // expected-warning@#accumulate {{MPI_Accumulate on window 'shared', which is freed [rma-freed-window]}} expected-note {{called from here}}
}

static void addIf(MPI_Win win, const int *by, int on) {
  if (on)
    MPI_Accumulate(by, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
}
static void addAll(MPI_Win win, const int *by, int count) {
  for (int i = 0; i < count; i++)
    MPI_Accumulate(by + i, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, win);
}
static void addWithin(MPI_Win win, const int *by) {
  MPI_Win_lock_all(0, win);
  add(win, by, 1, 1);
  MPI_Win_unlock_all(win);
}
static int addUnlessAlone(MPI_Win win, const int *by, int size) {
  if (size < 2)
    return 0;
  add(win, by, 1, 1);
  return 1;
}
static void lockNext(int target) {
  target++;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, shared);
}
void quiet(const int *by, int on, int target) {
  make();
  addIf(shared, by, on);
  addAll(shared, by, on);
  addWithin(shared, by);
  addUnlessAlone(shared, by, on);
  add(shared, by, 0, 1);
  add(shared, by, 1, MPI_PROC_NULL);
  lock(target);
  lockNext(target);
  MPI_Win_unlock(target + 1, shared);
  add(shared, by, 1, target);
  unlock(target);
  destroy();
  make();
  MPI_Win_lock_all(0, shared);
  add(shared, by, 1, 1);
  flush(shared);
  MPI_Win_unlock_all(shared);
  destroy();
}
void others(MPI_Win win, const int *by) {
  add(win, by, 1, 1); // whoever calls this has opened an epoch
  flush(shared);
}

// Helpers that are told which window of several they are for.
struct Levels { MPI_Win win[4]; };
static void lockLevel(struct Levels *levels, int i) { MPI_Win_lock_all(0, levels->win[i]); } // #lock-all expected-note {{by an earlier call}}
static void unlockLevel(struct Levels *levels, int i) { MPI_Win_unlock_all(levels->win[i]); } // expected-note 2 {{closed here}}
static void lockOf(MPI_Win *windows, int i) { MPI_Win_lock_all(0, windows[i]); }
static void unlockOf(MPI_Win *windows, int i) { MPI_Win_unlock_all(windows[i]); } // expected-note {{closed here}}
void levels(struct Levels *levels, const int *by, int i, int j) {
  lockLevel(levels, 0);
  lockLevel(levels, 1); // quiet
  unlockLevel(levels, 0);
  add(levels->win[1], by, 1, 1); // quiet
  unlockLevel(levels, 1);
  lockLevel(levels, i);
  lockLevel(levels, j); // quiet
  lockLevel(levels, i + j); // quiet
  unlockLevel(levels, i + j);
  unlockLevel(levels, i);
  unlockLevel(levels, j);
}
void sameLevel(struct Levels *levels, const int *by, int i) {
  lockLevel(levels, 2);
  lockLevel(levels, 2); // expected-warning@#lock-all {{MPI_Win_lock_all on window 'levels->win[2]' while the epoch that MPI_Win_lock_all opened is still open [rma-nested-epoch]}} expected-note {{called from here}}
  unlockLevel(levels, 2);
  MPI_Put(by, 1, MPI_INT, 0, 0, 1, MPI_INT, levels->win[2]); // expected-warning {{MPI_Put on window 'levels->win[2]', which has no epoch open [rma-no-epoch]}}
  lockLevel(levels, i);
  unlockLevel(levels, i);
  MPI_Put(by, 1, MPI_INT, 0, 0, 1, MPI_INT, levels->win[i]); // expected-warning {{MPI_Put on window 'levels->win[i]', which has no epoch open [rma-no-epoch]}}
  i++;
  MPI_Put(by, 1, MPI_INT, 0, 0, 1, MPI_INT, levels->win[i]); // quiet
}
void windowsOf(struct Levels *levels, const int *by) {
  lockOf(levels->win, 1);
  lockOf(levels->win, 2); // quiet
  unlockOf(levels->win, 1);
  MPI_Put(by, 1, MPI_INT, 0, 0, 1, MPI_INT, levels->win[2]); // quiet
  MPI_Put(by, 1, MPI_INT, 0, 0, 1, MPI_INT, levels->win[1]); // expected-warning {{MPI_Put on window 'levels->win[1]', which has no epoch open [rma-no-epoch]}}
  unlockOf(levels->win, 2);
}
