// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-no-epoch reports; what it must not stands in correct-*.c.
#include <mpi.h>

void never(int *memory) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put on window 'win', which has no epoch open [rma-no-epoch]}}
  MPI_Win_flush(0, win); // expected-warning {{MPI_Win_flush on window 'win', which has no epoch open}}
  MPI_Win_free(&win);
}

void withRequest(int *memory) {
  int a = 1;
  MPI_Win win;
  MPI_Request request;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Rget(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request); // expected-warning {{MPI_Rget on window 'win', which is not in a passive target epoch (lock or lock_all)}}
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Win_lock_all(0, win);
  MPI_Rget(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

void afterwards(int *memory) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win); // expected-note {{the epoch was closed here}}
  MPI_Get(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Get on window 'win', which has no epoch open}}
  MPI_Win_free(&win);
}

void noSucceed(int *memory) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win); // expected-note {{the fence is here}}
  MPI_Accumulate(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); // expected-warning {{MPI_Accumulate on window 'win' follows a fence with MPI_MODE_NOSUCCEED [rma-wrong-assert]}}
  MPI_Win_free(&win);
}

void otherWindow(int *memory) {
  int a = 1;
  MPI_Win first, second;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(memory + 1, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_lock_all(0, first);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, second); // expected-warning {{MPI_Put on window 'second'}}
  MPI_Win_unlock_all(first);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
}

void otherTarget(int *memory) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); // expected-note {{the lock that is held was taken here}}
  MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put to target 1 of window 'win', which has only another target locked}}
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

void activeFlush(int *memory, MPI_Group group) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win); // expected-warning {{MPI_Win_flush_all on window 'win', which is not in a passive target epoch (lock or lock_all)}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void exposureOnly(int *memory, MPI_Group group) {
  int a = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_post(group, 0, win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put on window 'win', which has no epoch open}}
  MPI_Win_wait(win);
  MPI_Win_free(&win);
}

void inLoop(int *memory, int n) {
  MPI_Win win;
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < n; ++i)
    PMPI_Put(&n, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put on window 'win'}}
  MPI_Win_free(&win);
}
