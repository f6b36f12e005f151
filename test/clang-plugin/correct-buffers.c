// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Buffers that are not the one an operation uses, or only might be.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

void doubleBuffering(int n, int target, MPI_Win win) {
  double a[64], b[64], *current = a, *other = b;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 64; j++)
      current[j] = i + j;
    MPI_Win_flush_local(target, win);
    MPI_Put(current, 64, MPI_DOUBLE, target, 0, 64, MPI_DOUBLE, win);
    double *swap = current;
    current = other;
    other = swap;
  }
  MPI_Win_unlock(target, win);
}

void alternating(int n, int target, MPI_Win win) {
  double buffers[2][64];
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    buffers[i % 2][0] = i;
    MPI_Win_flush_local(target, win);
    MPI_Put(buffers[i % 2], 64, MPI_DOUBLE, target, 0, 64, MPI_DOUBLE, win);
  }
  MPI_Win_unlock(target, win);
}

void eachItsOwn(int n, int target, MPI_Win win) {
  int *values = malloc(n * sizeof(int));
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    values[i] = i;
    MPI_Put(&values[i], 1, MPI_INT, target, i, 1, MPI_INT, win);
  }
  MPI_Win_unlock(target, win);
  free(values);
}

void advancing(int n, int target, MPI_Win win, int *p) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    *p = i;
    MPI_Put(p, 1, MPI_INT, target, i, 1, MPI_INT, win);
    p++;
  }
  MPI_Win_unlock(target, win);
}

void unknownIndex(int i, int j, int target, MPI_Win win, double *a) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(&a[i], 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
  a[j] = 1;
  i++;
  a[i] = 2;
  MPI_Win_unlock(target, win);
}

void rows(int n, int target, MPI_Win win, double (*grid)[128]) {
  MPI_Win_fence(0, win);
  MPI_Put(grid[1], 128, MPI_DOUBLE, target, 0, 128, MPI_DOUBLE, win);
  for (int i = 2; i < n; i++)
    for (int j = 0; j < 128; j++)
      grid[i][j] = 0;
  grid[0][127] = 1;
  MPI_Win_fence(0, win);
}

void column(int target, MPI_Datatype column, MPI_Win win, double grid[8][8]) {
  MPI_Win_fence(0, win);
  MPI_Put(&grid[0][1], 1, column, target, 0, 1, column, win);
  grid[0][2] = 1; // in a gap of the column
  MPI_Win_fence(0, win);
}

void triangular(int n, int target, MPI_Win win, double *a) {
  MPI_Win_fence(0, win);
  MPI_Put(a, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i] = j;
  for (int i = 0; i < n; i++) {
    if (i < 1)
      continue;
    a[i] = 2;
  }
  for (int i = 0; i < n; i++)
    if (i > 0)
      a[i] = 3;
  for (int i = 1; i < n; i++)
    a[i] = 4;
  MPI_Win_fence(0, win);
}

struct Cell {
  double value;
  int owner;
};

void members(int target, MPI_Win win) {
  struct Cell cell = {0};
  MPI_Win_fence(0, win);
  MPI_Put(&cell.value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
  cell.owner = 3;
  MPI_Win_fence(0, win);
}

void newEveryTime(int n, int target, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int i = 0; i < n; i++) {
    int *value = malloc(sizeof *value);
    *value = i;
    MPI_Put(value, 1, MPI_INT, target, i, 1, MPI_INT, win);
  }
  MPI_Win_unlock(target, win);
}

void collectivesOnly(int rank, MPI_Win win) {
  int value = 1, sum[8];
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Reduce(&value, sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
}

// Buffers of one call that are apart, or that nothing is read from.
void buffersOfOneCall(int target, int n, MPI_Win win) {
  int a[8] = {0}, one = 1, before;
  MPI_Win_lock_all(0, win);
  MPI_Get_accumulate(a, 4, MPI_INT, a + 4, 4, MPI_INT, target, 0, 4, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(target, win);
  MPI_Get_accumulate(a, 4, MPI_INT, a, 4, MPI_INT, target, 0, 4, MPI_INT, MPI_NO_OP, win);
  MPI_Win_flush(target, win);
  MPI_Get_accumulate(a, n, MPI_INT, a, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(target, win);
  MPI_Get_accumulate(a, 4, MPI_INT, a, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_INT, MPI_SUM, win);
  MPI_Fetch_and_op(&one, &before, MPI_INT, target, 0, MPI_SUM, win);
  MPI_Win_flush(target, win);
  MPI_Compare_and_swap(&one, &one, &before, MPI_INT, target, 0, win);
  MPI_Win_unlock_all(win);
}
