// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// What MPI_Test has completed is known once its flag is looked at.

#include <mpi.h>
#include <stdbool.h>

void use(int value);

static void usedBeforeLook(MPI_Win win, int value) {
  MPI_Request request;
  int flag;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // expected-note {{opened here}}
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request); // expected-note {{from here}}
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  use(value); // expected-warning {{'value' is read while MPI_Rget at line 14 may still be writing it}}
  if (!flag)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(1, win);
}

// ---- quiet

static void usedAfterLook(MPI_Win win, int value) {
  MPI_Request request;
  int flag;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  if (flag)
    use(value);
  else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  value = 2;
  MPI_Win_unlock(1, win);
}

static void polled(MPI_Win win, int value) {
  MPI_Request request;
  int flag = 0;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  while (!flag)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  use(value);
  MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  do {
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  } while (flag == false);
  value = 3;
  MPI_Win_unlock_all(win);
}

static void lookedAtElsewhere(MPI_Win win, int value) {
  MPI_Request request;
  int flag, *there = &flag;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  do
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  while (!*there);
  value = 1;
  MPI_Win_unlock_all(win);
}

static void byItsRequest(MPI_Win win, int value) {
  MPI_Request request;
  int flag;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  do
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  while (request != MPI_REQUEST_NULL);
  value = 1;
  use(flag);
  MPI_Win_unlock_all(win);
}

void run(MPI_Win win) {
  usedBeforeLook(win, 1);
  usedAfterLook(win, 1);
  polled(win, 1);
  lookedAtElsewhere(win, 1);
  byItsRequest(win, 1);
}
