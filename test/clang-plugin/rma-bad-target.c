// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-bad-target reports, and below what it must not.
#include <mpi.h>

void negativeLock(MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, -5, 0, win); // expected-warning {{the target of MPI_Win_lock is '-5', which is no rank [rma-bad-target]}}
}
void negative(MPI_Win win, int *v) {
  MPI_Win_fence(0, win);
  MPI_Put(v, 1, MPI_INT, -1, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Put is '-1', which is no rank [rma-bad-target]}}
  MPI_Win_fence(0, win);
}
void alone(int *mem, int *v) {
  MPI_Win win;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win);
  MPI_Win_fence(0, win);
  MPI_Put(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Put is '1', but window 'win' is of this process alone [rma-bad-target]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void oneTooMany(int *mem, int *v) {
  int size;
  MPI_Win win;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(v, 1, MPI_INT, size, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Put is 'size', which is the number of processes; the last rank is one less [rma-bad-target]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

// ---- quiet
void right(int *mem, int *v, MPI_Comm comm, int other) {
  int size, half, rank, count;
  MPI_Win win, self, part;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_size(MPI_COMM_WORLD, &half);
  MPI_Comm_size(comm, &count);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  half /= 2;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_SELF, &self);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, comm, &part);
  MPI_Win_lock_all(0, win);
  MPI_Put(v, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Put(v, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
  MPI_Put(v, 1, MPI_INT, half, 0, 1, MPI_INT, win);
  MPI_Put(v, 1, MPI_INT, count, 0, 1, MPI_INT, win);
  MPI_Put(v, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Put(v, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  MPI_Put(v, 1, MPI_INT, 7, 0, 1, MPI_INT, win);
  size--;
  MPI_Win_unlock_all(win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, self);
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, self);
  MPI_Win_unlock(0, self);
  MPI_Win_free(&part);
  MPI_Win_free(&self);
  MPI_Win_free(&win);
}
