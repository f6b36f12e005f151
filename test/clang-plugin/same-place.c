// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify %s
// Two operations at one displacement, whatever that is: written alike, of what does not change.
#include <mpi.h>
#include <stdlib.h>
static MPI_Aint slot(long k) { return (k / 7) % 1024; }
int insert(MPI_Win win, int o, long k) {
  long in[2] = {k, k}, check[2];
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, o, 0, win);
  MPI_Put(in, 2, MPI_LONG, o, slot(k), 2, MPI_LONG, win); // expected-note {{from here until MPI_Win_flush or the unlock, MPI_Put may access its target}}
  MPI_Get(check, 2, MPI_LONG, o, slot(k), 2, MPI_LONG, win); // expected-warning {{MPI_Get accesses at target 'o' what MPI_Put at line 9 may still be writing [rma-remote-race]}}
  MPI_Win_unlock(o, win);
  return check[0] == k;
}
int steps(MPI_Win win, int o, int n) { // quiet
  long in[2] = {0}, check[2], sum = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, o, 0, win);
  for (int i = 0; i < n; i++) {
    long k = rand();
    MPI_Get(check, 2, MPI_LONG, o, slot(k), 2, MPI_LONG, win);
    MPI_Win_flush(o, win);
    sum += check[0];
    MPI_Win_flush_local(o, win);
    MPI_Put(in, 2, MPI_LONG, o, slot(k), 2, MPI_LONG, win);
  }
  MPI_Win_unlock(o, win);
  return sum;
}
int moved(MPI_Win win, int o, long k) { // quiet
  long in = k, check;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, o, 0, win);
  MPI_Put(&in, 1, MPI_LONG, o, k, 1, MPI_LONG, win);
  k++;
  MPI_Get(&check, 1, MPI_LONG, o, k, 1, MPI_LONG, win);
  MPI_Win_unlock(o, win);
  return check;
}
int other(MPI_Win win, int o, long k) { // quiet
  long in = k, check, next;
  MPI_Win_lock_all(0, win);
  MPI_Put(&in, 1, MPI_LONG, o, k, 1, MPI_LONG, win);
  MPI_Get(&next, 1, MPI_LONG, o + 1, k, 1, MPI_LONG, win);
  MPI_Get(&check, 1, MPI_LONG, o, k + 1, 1, MPI_LONG, win);
  MPI_Win_unlock_all(win);
  return check + next;
}
int flushed(MPI_Win win, int o, long k) { // quiet
  long in = k, check;
  MPI_Win_lock_all(0, win);
  MPI_Put(&in, 1, MPI_LONG, o, k, 1, MPI_LONG, win);
  MPI_Win_flush(o, win);
  MPI_Get(&check, 1, MPI_LONG, o, k, 1, MPI_LONG, win);
  MPI_Win_unlock_all(win);
  return check;
}
int parts(MPI_Win win, int o, long k, int n, int m) { // counts may be 0
  long in[9] = {k}, check[9];
  MPI_Win_lock_all(0, win);
  MPI_Put(in, n > 3 ? n : 0, MPI_LONG, o, k, n > 3 ? n : 0, MPI_LONG, win);
  MPI_Get(check, n > 3 ? 0 : n, MPI_LONG, o, k, n > 3 ? 0 : n, MPI_LONG, win);
  MPI_Win_unlock_all(win);
  return check[0];
}
