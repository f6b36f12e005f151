// RUN: %clang -std=c99 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Programs in C as users write them, right ones and wrong ones.
#include <mpi.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#define CHECK(call) do { int e_ = (call); if (e_ != MPI_SUCCESS) { fprintf(stderr, "%d\n", e_); MPI_Abort(MPI_COMM_WORLD, 1); } } while (0)
#define PUT(w, t, v) MPI_Put(&(v), 1, MPI_INT, (t), 0, 1, MPI_INT, (w))
#define LOCKED(w, t, code) do { MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w); code; MPI_Win_unlock(t, w); } while (0)
void m1(MPI_Win w, int t) {
  int v = 1;
  CHECK(MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w));
  CHECK(MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w));
  v = 2; // expected-warning {{[rma-local-race]}}
  CHECK(MPI_Win_unlock(t, w));
  v = 3;
  CHECK(PUT(w, t, v)); // expected-warning {{[rma-no-epoch]}}
}
void m2(MPI_Win w, int t) {
  int v = 1;
  LOCKED(w, t, PUT(w, t, v));
  v = 2;
}
void m3(MPI_Win w, int t) {
  int v = 1;
  LOCKED(w, t, PUT(w, t, v); v = 2); // expected-warning {{[rma-local-race]}}
}
int ret(MPI_Win w, int t) {
  int v = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock(t, w);
  return v;
}
void neighbours(MPI_Win w, int rank, int size) {
  int v = rank;
  int l = rank == 0 ? MPI_PROC_NULL : rank - 1, r = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
  MPI_Win_fence(0, w);
  MPI_Put(&v, 1, MPI_INT, l, 0, 1, MPI_INT, w);
  MPI_Put(&v, 1, MPI_INT, r, 1, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  v = 1;
}
void pscw(MPI_Group g, MPI_Win w, int t, int *x) {
  MPI_Win_start(g, 0, w);
  MPI_Put(x, 4, MPI_INT, t, 0, 4, MPI_INT, w);
  x[1] = 2; // expected-warning {{[rma-local-race]}}
  MPI_Win_complete(w);
  x[1] = 2;
  MPI_Put(x, 4, MPI_INT, t, 0, 4, MPI_INT, w); // expected-warning {{[rma-no-epoch]}}
}
void pscw2(MPI_Group g, MPI_Win w, int t, int *x) {
  MPI_Win_post(g, 0, w);
  MPI_Win_start(g, 0, w);
  MPI_Put(x, 4, MPI_INT, t, 0, 4, MPI_INT, w);
  MPI_Win_complete(w);
  MPI_Win_wait(w);
  x[0] = 1;
}
static int counter;
void global(MPI_Win w, int t) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(&counter, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  counter++; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock(t, w);
  counter++;
}
void loopLast(MPI_Win w, int t, int n, double *a) {
  MPI_Win_fence(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
    a[i] = 0; // expected-warning {{[rma-local-race]}}
  }
  MPI_Win_fence(0, w);
}
void loopLastOk(MPI_Win w, int t, int n, double *a) {
  MPI_Win_fence(0, w);
  for (int i = 0; i + 1 < n; i++) {
    MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
    a[i + 1] = 0;
  }
  MPI_Win_fence(0, w);
}
void whileLoop(MPI_Win w, int t, int n, double *a) {
  int i = 0;
  MPI_Win_lock_all(0, w);
  while (i < n) {
    MPI_Put(&a[i], 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w);
    a[i] = 0; // expected-warning {{[rma-local-race]}}
    i++;
  }
  MPI_Win_unlock_all(w);
}
void doubled(MPI_Win w, int t, double *a, int n) {
  double (*m)[n] = (double (*)[n])a;
  MPI_Win_lock_all(0, w);
  MPI_Put(m[1], n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
  m[0][0] = 1;
  m[2][0] = 1;
  MPI_Win_unlock_all(w);
}
void reads(MPI_Win w, int t, double *a) {
  double s = 0;
  MPI_Win_lock_all(0, w);
  MPI_Put(a, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  s = a[0]; // reading what is read
  MPI_Get(a + 4, 4, MPI_DOUBLE, t, 8, 4, MPI_DOUBLE, w);
  memcpy(a + 8, a + 4, 32); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  printf("%g", s);
}
void print(MPI_Win w, int t) {
  char name[32] = "x";
  MPI_Win_lock_all(0, w);
  MPI_Get(name, 32, MPI_CHAR, t, 0, 32, MPI_CHAR, w);
  printf("%s\n", name); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  printf("%s\n", name);
}
void send(MPI_Win w, int t, int *x) {
  MPI_Win_lock_all(0, w);
  MPI_Get(x, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Send(x, 1, MPI_INT, t, 0, MPI_COMM_WORLD); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void sendOk(MPI_Win w, int t, int *x) {
  MPI_Win_lock_all(0, w);
  MPI_Put(x, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Send(x, 1, MPI_INT, t, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(w);
}
void gotos(MPI_Win w, int t, int *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  if (MPI_Put(x, 1, MPI_INT, t, 0, 1, MPI_INT, w) != MPI_SUCCESS)
    goto out;
  MPI_Win_flush(t, w);
  x[0] = 1;
out:
  MPI_Win_unlock(t, w);
}
void shm(MPI_Comm node) {
  int *base, *peer;
  MPI_Win w;
  MPI_Aint size;
  int disp;
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, node, &base, &w);
  MPI_Win_shared_query(w, 0, &size, &disp, &peer);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
  base[0] = 1;
  MPI_Win_sync(w);
  MPI_Barrier(node);
  MPI_Win_sync(w);
  base[1] = peer[0];
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
_Pragma("GCC diagnostic push")
void structs(MPI_Win w, int t) {
  struct { int id; double v[4]; } s = {1, {0}};
  MPI_Win_lock_all(0, w);
  MPI_Put(s.v, 4, MPI_DOUBLE, t, 0, 4, MPI_DOUBLE, w);
  s.id = 2;
  s.v[1] = 2; // expected-warning {{[rma-local-race]}}
  MPI_Put(&s, sizeof s, MPI_BYTE, t, 0, sizeof s, MPI_BYTE, w); // expected-warning {{[rma-remote-race]}}
  s.id = 3; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void rank0(MPI_Win w, int rank) {
  int x = 1;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_unlock(1, w);
  }
  x = 2;
  if (rank == 0)
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w); // expected-warning {{[rma-buffer-lifetime]}} nothing closes it
}
void local(MPI_Comm c, int t) {
  int x = 1, y[4];
  MPI_Win w;
  MPI_Win_create(y, sizeof y, sizeof(int), MPI_INFO_NULL, c, &w);
  MPI_Put(&x, 1, MPI_INT, t, 0, 1, MPI_INT, w); // expected-warning {{[rma-no-epoch]}}
  MPI_Win_fence(0, w);
  MPI_Put(&x, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
}
