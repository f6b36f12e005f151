// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Buffers of which the next iteration writes a part again.

#include <mpi.h>

static void tooClose(MPI_Win win, int *all) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < 8; i++) // expected-note {{each iteration of this loop writes 8 bytes, 4 behind those of the last}}
    MPI_Get(&all[i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win); // expected-warning {{MPI_Get writes '&all[i]' while the one issued in the previous iteration may still be writing a part of it [rma-local-race]}}
  MPI_Win_fence(0, win);
}

static void backwards(MPI_Win win, double *all, int n) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  for (int i = n; i > 0; i--) // expected-note {{each iteration of this loop writes 32 bytes, 24 behind}}
    MPI_Get(all + 3 * i, 4, MPI_DOUBLE, 1, 4 * i, 4, MPI_DOUBLE, win); // expected-warning {{a part of it}}
  MPI_Win_unlock(1, win);
}

// ---- quiet

static void sideBySide(MPI_Win win, int *all, int n) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++)
    MPI_Get(&all[2 * i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
  for (int i = 0; i < n; i++)
    MPI_Put(&all[2 * n + i], 2, MPI_INT, 1, 2 * (n + i), 2, MPI_INT, win);
  for (int i = 0; i < 1; i++)
    MPI_Get(&all[100 + i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
}

static void completed(MPI_Win win, int *all, int n) {
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Get(&all[i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  for (int i = 0; i < n; i++) {
    MPI_Get(&all[i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
    if (all[200])
      break;
    MPI_Win_flush_local_all(win);
  }
  MPI_Win_unlock_all(win);
}

static void elsewhere(MPI_Win win, int *all, int n) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Get(&all[i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
    all += 2;
  }
  for (int i = 0; i < n; i++)
    MPI_Get(&all[100 + i * i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
  for (int i = 0; i < n; i += 2)
    MPI_Get(&all[200 + i], 2, MPI_INT, 1, 2 * i, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
}

void run(MPI_Win win, int *all, int n) {
  tooClose(win, all);
  backwards(win, (double *)all, n);
  sideBySide(win, all, n);
  completed(win, all, n);
  elsewhere(win, all, n);
}
