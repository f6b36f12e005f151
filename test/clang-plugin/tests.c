// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// What MPI_Test and MPI_Testall have completed is known once their flag is looked at.

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

static void severalBeforeLook(MPI_Win win) {
  int values[2], flag;
  MPI_Request requests[2];
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // expected-note {{opened here}}
  MPI_Rget(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]); // expected-note {{from here}}
  MPI_Rget(&values[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &requests[1]);
  MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
  use(values[0]); // expected-warning {{'values[0]' is read while MPI_Rget at line 26 may still be writing it}}
  if (!flag)
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  use(values[1]);
  MPI_Win_unlock(1, win);
}

static void elementBeforeLook(MPI_Win win) {
  int value, flag;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // expected-note {{opened here}}
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[1]); // expected-note {{from here}}
  MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
  use(value); // expected-warning {{'value' is read while MPI_Rget at line 40 may still be writing it}}
  if (!flag)
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
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

static void severalAfterLook(MPI_Win win) {
  int values[2], flag = 0;
  MPI_Request requests[2];
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Rget(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]);
  MPI_Rget(&values[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &requests[1]);
  while (!flag)
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
  use(values[0] + values[1]);
  MPI_Win_unlock(1, win);
}

static void byAnElement(MPI_Win win) {
  int value, flag;
  MPI_Request requests[2];
  MPI_Win_lock_all(0, win);
  MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]);
  requests[1] = MPI_REQUEST_NULL;
  do
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
  while (requests[0] != MPI_REQUEST_NULL);
  value = 1;
  use(flag);
  MPI_Win_unlock_all(win);
}

void run(MPI_Win win) {
  severalBeforeLook(win);
  elementBeforeLook(win);
  severalAfterLook(win);
  byAnElement(win);
  usedBeforeLook(win, 1);
  usedAfterLook(win, 1);
  polled(win, 1);
  lookedAtElsewhere(win, 1);
  byItsRequest(win, 1);
}
