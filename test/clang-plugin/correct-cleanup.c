// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// One clean-up path for success and failure, server loops, windows remade.
#include <mpi.h>
#include <stdbool.h>

int cleanup(int target, int (*work)(int)) {
  int mem = 0, value = 1, rc = 1;
  MPI_Win win;
  bool locked = false;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  locked = true;
  if (work(1))
    goto out;
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  rc = 0;
out:
  if (locked)
    MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return rc;
}

void server(MPI_Comm comm) {
  int mem[16] = {0}, command, value;
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, comm, &win);
  for (;;) {
    MPI_Recv(&command, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    if (command < 0)
      break;
    switch (command) {
    case 0:
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      break;
    case 1:
      MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      break;
    case 2:
      MPI_Win_unlock(0, win);
      break;
    case 3:
      mem[0] = value;
      break;
    }
  }
  MPI_Win_free(&win);
}

void remade(int n) {
  int value = 1, mem;
  MPI_Win win;
  for (int i = 0; i < n; i++) {
    MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    value = i;
    MPI_Win_free(&win);
  }
}

void optional(int useRma) {
  int value = 1, mem;
  MPI_Win win = MPI_WIN_NULL;
  if (useRma) {
    MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
  }
  for (int i = 0; i < 3; i++) {
    if (useRma)
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (useRma)
      MPI_Win_fence(0, win);
    value = i;
  }
  if (win != MPI_WIN_NULL)
    MPI_Win_free(&win);
}

void assertInVariable(int last) {
  int value = 1, mem;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int assertion = last ? MPI_MODE_NOSUCCEED : 0;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(assertion, win);
  if (!last) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, win);
  }
  MPI_Win_free(&win);
}

void fenceThenLock(int target) {
  int value = 1, mem;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush(target, win);
  MPI_Win_unlock(target, win);
  MPI_Win_free(&win);
}

static void unlockAll(MPI_Win *win) { MPI_Win_unlock_all(*win); }

void scoped(MPI_Win win, int target) {
  int value = 1;
  {
    __attribute__((cleanup(unlockAll))) MPI_Win guard = win;
    MPI_Win_lock_all(0, guard);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, guard);
  }
  value = 2;
}
