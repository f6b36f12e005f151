// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Functions in sight that only wait for the requests that they are given.

#include <mpi.h>

void use(int value);
void keep(MPI_Request *request);

static void waitFor(MPI_Request &request) { MPI_Wait(&request, MPI_STATUS_IGNORE); }
static void waitForAll(int count, MPI_Request *requests) { MPI_Waitall(count, requests, MPI_STATUSES_IGNORE); }
static bool isDone(MPI_Request *request) {
  int flag;
  MPI_Test(request, &flag, MPI_STATUS_IGNORE);
  return flag;
}
static void waitIfAny(MPI_Request *request) {
  if (*request != MPI_REQUEST_NULL)
    MPI_Wait(request, MPI_STATUS_IGNORE);
}
struct Waiter {
  void operator()(MPI_Request *request) const { MPI_Wait(request, MPI_STATUS_IGNORE); }
  void wait(MPI_Request *request) const { MPI_Wait(request, MPI_STATUS_IGNORE); }
  virtual void other(MPI_Request *) const;
};

static void waitsForTheOther(MPI_Win win, int target) {
  MPI_Request first, second;
  int a, b;
  MPI_Win_lock_all(0, win); // expected-note {{opened here}}
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first); // expected-note {{from here}}
  MPI_Rget(&b, 1, MPI_INT, target, 1, 1, MPI_INT, win, &second);
  waitFor(second);
  use(a + b); // expected-warning {{'a' is read while MPI_Rget at line 31 may still be writing it [rma-local-race]}}
  waitFor(first);
  MPI_Win_unlock_all(win);
}

static void waitsByMethod(MPI_Win win, int target) {
  MPI_Request first, second;
  int a, b;
  Waiter waiter;
  MPI_Win_lock_all(0, win); // expected-note {{opened here}}
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first);
  MPI_Rget(&b, 1, MPI_INT, target, 1, 1, MPI_INT, win, &second); // expected-note {{from here}}
  waiter.wait(&first);
  use(a + b); // expected-warning {{'b' is read while MPI_Rget at line 45 may still be writing it [rma-local-race]}}
  waiter.wait(&second);
  MPI_Win_unlock_all(win);
}

// ---- quiet

static void waitsForBoth(MPI_Win win, int target) {
  MPI_Request requests[2];
  int a, b;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &requests[0]);
  MPI_Rget(&b, 1, MPI_INT, target, 1, 1, MPI_INT, win, &requests[1]);
  waitForAll(2, requests);
  use(a + b);
  MPI_Win_unlock_all(win);
}

static void waitsForOne(MPI_Win win, int target) {
  MPI_Request first, second;
  int a, b;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first);
  MPI_Rget(&b, 1, MPI_INT, target, 1, 1, MPI_INT, win, &second);
  waitFor(first);
  use(a);
  waitFor(second);
  use(b);
  MPI_Win_unlock_all(win);
}

static void polls(MPI_Win win, int target) {
  MPI_Request first;
  int a;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first);
  while (!isDone(&first))
    ;
  use(a);
  MPI_Win_unlock_all(win);
}

static void waitsElsewhere(MPI_Win win, int target) {
  MPI_Request first, second;
  int a, b;
  Waiter waiter;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first);
  waiter(&first);
  use(a);
  MPI_Rget(&b, 1, MPI_INT, target, 1, 1, MPI_INT, win, &second);
  waiter.other(&second);
  use(b);
  MPI_Win_unlock_all(win);
}

static void waitsIfAny(MPI_Win win, int target) {
  MPI_Request first = MPI_REQUEST_NULL;
  int a = 0;
  MPI_Win_lock_all(0, win);
  if (target >= 0)
    MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first);
  waitIfAny(&first);
  use(a);
  MPI_Win_unlock_all(win);
}

static void waitsInLoop(MPI_Win win, int target) {
  MPI_Request request;
  int a[8];
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 8; ++i) {
    MPI_Rget(&a[i], 1, MPI_INT, target, i, 1, MPI_INT, win, &request);
    waitFor(request);
  }
  use(a[0]);
  MPI_Win_unlock_all(win);
}

static void kept(MPI_Win win, int target) {
  MPI_Request first, second;
  int a, b;
  MPI_Win_lock_all(0, win);
  MPI_Rget(&a, 1, MPI_INT, target, 0, 1, MPI_INT, win, &first);
  keep(&first);
  MPI_Rget(&b, 1, MPI_INT, target, 1, 1, MPI_INT, win, &second);
  waitFor(second); // may wait for all that was kept
  use(b);
  keep(nullptr);
  use(a);
  MPI_Win_unlock_all(win);
}

void all(MPI_Win win, int target) {
  waitsForTheOther(win, target);
  waitsByMethod(win, target);
  waitsForBoth(win, target);
  waitsForOne(win, target);
  polls(win, target);
  waitsElsewhere(win, target);
  waitsIfAny(win, target);
  waitsInLoop(win, target);
  kept(win, target);
}
