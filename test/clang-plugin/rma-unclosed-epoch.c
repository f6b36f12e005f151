// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-remote-race=off -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-remote-race=off -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 | %FileCheck %s
// What rma-unclosed-epoch reports; what it must not stands in correct-*.c.
#include <mpi.h>

void lockAll(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  MPI_Barrier(MPI_COMM_WORLD);
  // expected-warning@+2 {{window 'win' is freed while the epoch that MPI_Win_lock_all opened is not closed [rma-unclosed-epoch]}}
  // expected-note@+1 {{close it with MPI_Win_unlock_all(win)}}
  MPI_Win_free(&win);
}
// CHECK: fix-it:"{{.*}}":{[[#@LINE-2]]:3-[[#@LINE-2]]:3}:"MPI_Win_unlock_all(win);\n  "

void lockOne(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); // expected-note {{the epoch was opened here}}
  MPI_Win_unlock(0, win);
  // expected-warning@+2 {{window 'win' is freed while the epoch that MPI_Win_lock opened is not closed}}
  // expected-note@+1 {{close it with MPI_Win_unlock(1, win)}}
  MPI_Win_free(&win);
}

void fence(int *memory, int a) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{MPI_Put is issued here}}
  MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  // expected-warning@+2 {{window 'win' is freed before a fence completes the operations since the last one}}
  // expected-note@+1 {{close it with MPI_Win_fence(0, win)}}
  MPI_Win_free(&win);
}

void started(int *memory, MPI_Group group) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_start(group, 0, win); // expected-note {{the epoch was opened here}}
  // expected-warning@+2 {{window 'win' is freed while the epoch that MPI_Win_start opened is not closed}}
  // expected-note@+1 {{close it with MPI_Win_complete(win)}}
  MPI_Win_free(&win);
}

void posted(int *memory, MPI_Group group) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  // expected-warning@+1 {{the epoch that MPI_Win_post opens on window 'win' is still open when the function returns}}
  MPI_Win_post(group, 0, win);
} // expected-note {{close it with MPI_Win_wait(win)}}

void never(int *memory, int a) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // expected-warning@+1 {{no fence of window 'win' completes this MPI_Put before the function returns}}
  MPI_Put(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
} // expected-note {{close it with MPI_Win_fence(0, win)}}

int main(int argc, char **argv) {
  int mem, fail = argc > 5;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&mem, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win); // expected-note {{the epoch was opened here}}
  if (fail)
    return 1;
  // expected-warning@+2 {{MPI is finalized while the epoch that MPI_Win_lock_all opened is not closed}}
  // expected-note@+1 {{close it with MPI_Win_unlock_all(win)}}
  MPI_Finalize();
  return 0;
}

int leavesOnErrors(MPI_Comm comm, int *memory, int target) {
  MPI_Win win;
  int rc;
  if ((rc = MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win)))
    goto out;
  if ((rc = MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win)) != MPI_SUCCESS) // expected-note {{the epoch was opened here}}
    goto out;
  MPI_Win_free(&win); // expected-warning {{window 'win' is freed while the epoch that MPI_Win_lock opened is not closed}} expected-note {{close it with}}
out:
  return rc;
}
int unlocksOnErrors(MPI_Comm comm, int *memory, int target) {
  MPI_Win win;
  int rc;
  if ((rc = MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win)))
    goto out;
  if ((rc = MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win)))
    goto out;
  if ((rc = MPI_Win_flush(target, win)))
    goto unlock;
unlock:
  MPI_Win_unlock(target, win);
  MPI_Win_free(&win);
out:
  return rc;
}
