// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Passive target epochs: locks, flushes, several targets, conditional locking.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

void readModifyWrite(int target) {
  int value, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush(target, win);
  value++;
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  printf("%d\n", value);
  value = 0;
  MPI_Win_free(&win);
}

void everyTarget(int size) {
  int values[64], mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int r = 0; r < size; r++)
    MPI_Win_lock(MPI_LOCK_SHARED, r, 0, win);
  for (int r = 0; r < size; r++)
    MPI_Get(&values[r], 1, MPI_INT, r, 0, 1, MPI_INT, win);
  for (int r = 0; r < size; r++)
    MPI_Win_unlock(r, win);
  for (int r = 0; r < size; r++)
    printf("%d\n", values[r]);
  MPI_Win_free(&win);
}

void lockAll(int rank, int size, int *out) {
  int value = rank, one = 1, result, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < size; i++) {
    value = i;
    MPI_Put(&value, 1, MPI_INT, i, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(i, win);
  }
  MPI_Fetch_and_op(&one, &result, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_flush(0, win);
  *out = result;
  MPI_Fetch_and_op(NULL, &result, MPI_INT, 0, 0, MPI_NO_OP, win);
  MPI_Win_flush_local_all(win);
  *out += result;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

void conditional(int rank, int wanted) {
  int value = rank, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (wanted)
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (wanted)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (wanted)
    MPI_Win_unlock(0, win);
  value = 1;
  MPI_Win_free(&win);
}

// The flush stands before the next use, only not before the first one.
void pipelined(int n, int target, MPI_Win win) {
  char buffer[256];
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    if (i > 0)
      MPI_Win_flush_local(target, win);
    memset(buffer, i, sizeof buffer);
    MPI_Put(buffer, 256, MPI_CHAR, target, 0, 256, MPI_CHAR, win);
  }
  MPI_Win_unlock(target, win);
}

void onlyLast(int n, int target, MPI_Win win) {
  int value;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    value = i;
    if (i == n - 1)
      MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock(target, win);
}

// Flushing another target does not matter to a buffer that is not used.
void twoTargets(MPI_Win win) {
  int a = 1, b = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(0, win);
  a = 3;
  MPI_Win_unlock_all(win);
  b = 4;
}
