// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Request-based operations and what completes them.
#include <mpi.h>

void waits(int n, const int *targets, MPI_Win win, double *sum) {
  double values[16];
  MPI_Request requests[16];
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++)
    MPI_Rget(&values[i], 1, MPI_DOUBLE, targets[i], 0, 1, MPI_DOUBLE, win, &requests[i]);
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; i++)
    *sum += values[i];
  MPI_Win_unlock_all(win);
}

void tests(MPI_Win win) {
  int value, done = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  value++;
  MPI_Win_unlock(0, win);
}

void flushed(MPI_Win win) {
  int value = 1;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
  MPI_Win_flush_local(0, win);
  value = 2;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, win);
}

void waitForHelper(MPI_Request *request);

void helper(MPI_Win win) {
  int value = 1;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
  waitForHelper(&request);
  value = 2;
  MPI_Win_unlock(0, win);
}

void either(int first, MPI_Win win) {
  int a = 1, b = 2, index;
  MPI_Request requests[2];
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Rput(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &requests[0]);
  MPI_Rput(&b, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &requests[1]);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  *(index == 0 ? &a : &b) = 5;
  MPI_Wait(&requests[1 - index], MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, win);
}
