// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Error paths: returns, goto, MPI_Abort, retries.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    int status = (call);                                                                           \
    if (status != MPI_SUCCESS) {                                                                   \
      fprintf(stderr, "failed\n");                                                                 \
      MPI_Abort(MPI_COMM_WORLD, status);                                                           \
    }                                                                                              \
  } while (0)

int checked(int target) {
  int value = 1, mem = 0;
  MPI_Win win;
  CHECK(MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  CHECK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
  CHECK(MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win));
  CHECK(MPI_Win_unlock(target, win));
  value = 2;
  CHECK(MPI_Win_free(&win));
  return value;
}

int returns(int target) {
  int mem = 0, value = 1;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (MPI_Win_lock_all(0, win) != MPI_SUCCESS) {
    MPI_Win_free(&win);
    return 1;
  }
  int *p = malloc(sizeof *p);
  if (!p)
    return -1;
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(p);
  return 0;
}

int gotos(int target) {
  int mem = 0, value = 1, status = 1;
  MPI_Win win = MPI_WIN_NULL;
  if (MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win))
    goto fail;
  if (MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win))
    goto fail;
  if (MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win))
    goto unlock;
  status = 0;
unlock:
  MPI_Win_unlock(target, win);
  value = 0;
fail:
  if (win != MPI_WIN_NULL)
    MPI_Win_free(&win);
  return status;
}

int failedPut(int target) {
  int mem = 0, value = 1, rc;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  rc = MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rc != MPI_SUCCESS) {
    value = -1; // nothing is in flight
    MPI_Win_unlock(1, win);
    MPI_Win_free(&win);
    return value;
  }
  MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  return 0;
}

void retries(MPI_Win win) {
  int value, rc;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  do {
    value = 3;
    rc = MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } while (rc != MPI_SUCCESS);
  MPI_Win_unlock(1, win);
}

void exits(int rank) {
  int mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank > 100)
    exit(3);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
