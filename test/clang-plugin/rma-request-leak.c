// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-request-leak reports, and below what it must not.
#include <mpi.h>

void unseen(MPI_Request *request);

void never(MPI_Win win, int *v) {
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r); // expected-warning {{the request 'r' of this MPI_Rput is never completed [rma-request-leak]}}
  MPI_Win_unlock_all(win); // completes the operation, not the request
}
void overwrittenInLoop(MPI_Win win, int *v, int n) {
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++)
    MPI_Rput(v + i, 1, MPI_INT, 0, i, 1, MPI_INT, win, &r); // expected-warning {{the request of MPI_Rput in the previous iteration is overwritten before it is completed [rma-request-leak]}}
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}
void overwritten(MPI_Win win, int *v) {
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  MPI_Rget(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r); // expected-note {{the operation is issued here}}
  MPI_Rget(v + 1, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &r); // expected-warning-re {{the request of MPI_Rget at line {{[0-9]+}} is overwritten before it is completed [rma-request-leak]}}
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}
void onlyWhere(MPI_Win win, int *v, int rank) {
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Raccumulate(v, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &r); // expected-warning {{the request 'r' of this MPI_Raccumulate is never completed [rma-request-leak]}}
  MPI_Win_unlock_all(win);
}

// ---- quiet
void waits(MPI_Win win, int *v, int n) {
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Rput(v + i, 1, MPI_INT, 0, i, 1, MPI_INT, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
}
void waitsBefore(MPI_Win win, int *v, int n) {
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Rput(v + i, 1, MPI_INT, 0, i, 1, MPI_INT, win, &r);
  }
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}
void tests(MPI_Win win, int *v) {
  MPI_Request r;
  int done = 0;
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r);
  while (!done)
    MPI_Test(&r, &done, MPI_STATUS_IGNORE);
}
void waitsForAll(MPI_Win win, int *v) {
  MPI_Request r;
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r);
  MPI_Waitall(1, &r, MPI_STATUSES_IGNORE);
}
void array(MPI_Win win, int *v) {
  MPI_Request r[2];
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r[0]);
  MPI_Rput(v, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}
void handedOn(MPI_Win win, int *v) {
  MPI_Request r;
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r);
  unseen(&r);
}
MPI_Request returned(MPI_Win win, int *v) {
  MPI_Request r;
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r);
  return r;
}
void kept(MPI_Win win, int *v, MPI_Request *out) {
  MPI_Request r;
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &r);
  *out = r;
}
void parameter(MPI_Win win, int *v, MPI_Request *r) {
  MPI_Rput(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win, r);
}
void sometimes(MPI_Win win, int *v, int rank) {
  MPI_Request r;
  if (rank == 0)
    MPI_Rput(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r);
  if (rank == 0)
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}
void freed(MPI_Win win, int *v) {
  MPI_Request r;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Rput(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r); // expected-note {{the operation is issued here}}
  MPI_Request_free(&r); // expected-warning {{the request of MPI_Rput at line 103 is freed, which is not allowed for operations on windows [rma-request-leak]}}
  MPI_Win_unlock(1, win);
}
void freedMessage(MPI_Win win, MPI_Comm comm, int *v) {
  MPI_Request r, message;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Rput(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r);
  MPI_Isend(v, 1, MPI_INT, 1, 0, comm, &message);
  MPI_Request_free(&message);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock(1, win);
}
int leavesEarly(MPI_Win win, int rank, int *v) {
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  MPI_Rget(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r); // expected-note {{the operation is issued here}}
  if (rank == 0) {
    MPI_Win_unlock_all(win);
    return 0; // expected-warning {{this return leaves the request of MPI_Rget at line 119 uncompleted [rma-request-leak]}}
  }
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  return 0;
}
static void waitFor(MPI_Request *r) { MPI_Wait(r, MPI_STATUS_IGNORE); }
int leavesInOrder(MPI_Win win, int rank, int *v) {
  MPI_Request r;
  int done;
  MPI_Win_lock_all(0, win);
  if (rank == 3) {
    MPI_Win_unlock_all(win);
    return 0;
  }
  MPI_Rget(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r);
  if (rank == 0) {
    waitFor(&r);
    MPI_Win_unlock_all(win);
    return 0;
  }
  MPI_Test(&r, &done, MPI_STATUS_IGNORE);
  if (done) {
    MPI_Win_unlock_all(win);
    return 0;
  }
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  return 0;
}
void atMostOnce(MPI_Win win, int n, int *v) {
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 1 && i < n; i++)
    MPI_Rget(v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}
