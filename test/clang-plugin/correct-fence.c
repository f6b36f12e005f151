// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Fence epochs: stencil halo, assertions, early fence, operations on MPI_PROC_NULL.
#include <mpi.h>
#include <stdlib.h>

void halo(int rank, int size, int n, int steps) {
  double *u = calloc(n + 2, sizeof(double)), *v = calloc(n + 2, sizeof(double));
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  MPI_Win win;
  MPI_Win_create(u, (n + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int step = 0; step < steps; step++) {
    MPI_Put(&u[1], 1, MPI_DOUBLE, left, n + 1, 1, MPI_DOUBLE, win);
    MPI_Put(&u[n], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    // Reading what a put reads is fine.
    double first = u[1], last = u[n];
    MPI_Win_fence(0, win);
    for (int i = 1; i <= n; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]) + 0 * (first + last);
    for (int i = 1; i <= n; i++)
      u[i] = v[i];
    MPI_Win_fence(0, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  free(u);
  free(v);
}

void boundary(int rank, MPI_Comm comm) {
  double ghost[4] = {0};
  double mem[8];
  int left, right;
  MPI_Cart_shift(comm, 0, 1, &left, &right);
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, sizeof(double), MPI_INFO_NULL, comm, &win);
  MPI_Win_fence(0, win);
  MPI_Get(ghost, 4, MPI_DOUBLE, left, 0, 4, MPI_DOUBLE, win);
  // At the rim the get does nothing, and the boundary value is set instead.
  if (left == MPI_PROC_NULL)
    for (int i = 0; i < 4; i++)
      ghost[i] = 1.0;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void boundaryByRank(int rank, int size, MPI_Comm comm) {
  double ghost[4] = {0};
  double mem[8];
  int left = rank - 1;
  if (left < 0)
    left = MPI_PROC_NULL;
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, sizeof(double), MPI_INFO_NULL, comm, &win);
  MPI_Win_fence(0, win);
  MPI_Get(ghost, 4, MPI_DOUBLE, left, 0, 4, MPI_DOUBLE, win);
  if (rank == 0)
    ghost[0] = 1.0;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void oneSided(int rank) {
  int value = rank, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  // Not the process that puts.
  if (rank == 1)
    value = 7;
  MPI_Win_fence(0, win);
  value = 8;
  MPI_Win_free(&win);
}

void elsewhere(void) {
  int a[4] = {0}, mem[4];
  MPI_Win win;
  MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(a, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
  a[2] = 1; // beyond the two that are put
  MPI_Put(a, 2, MPI_INT, MPI_PROC_NULL, 0, 2, MPI_INT, win);
  MPI_Get(a + 2, 0, MPI_INT, 0, 0, 0, MPI_INT, win);
  a[3] = a[2];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void nothingToSend(int rank) {
  int value = rank, mem = 0, count = rank == 0 ? 1 : 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, count, MPI_INT, 1, 0, count, MPI_INT, win);
  if (rank != 0)
    value = 7;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
