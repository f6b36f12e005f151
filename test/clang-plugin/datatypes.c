// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Derived datatypes touch their type map only; compound literals, and memory of dynamic windows, end.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
// column of an 8 x 8 matrix
void vector1(MPI_Win w, int t) {
  double a[8][8];
  MPI_Datatype column;
  MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock_all(0, w);
  MPI_Put(&a[0][7], 1, column, t, 0, 8, MPI_DOUBLE, w);
  a[0][0] = 1;
  a[3][6] = 1;
  a[3][7] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  a[3][7] = 1;
  MPI_Type_free(&column);
}
void vector2(MPI_Win w, int t) { // two blocks of two, stride 4
  int a[16];
  MPI_Datatype v;
  MPI_Type_vector(2, 2, 4, MPI_INT, &v);
  MPI_Type_commit(&v);
  MPI_Win_fence(0, w);
  MPI_Get(a, 1, v, t, 0, 4, MPI_INT, w);
  a[2] = a[3] = 1;
  a[6] = 1;
  a[5] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Type_free(&v);
}
void contiguous(MPI_Win w, int t) {
  double a[8];
  MPI_Datatype c;
  MPI_Type_contiguous(4, MPI_DOUBLE, &c);
  MPI_Type_commit(&c);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, c, t, 0, 1, c, w);
  a[4] = 1;
  a[3] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Put(a, 2, c, t, 0, 2, c, w);
  a[7] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Type_free(&c);
}
void subarray(MPI_Win w, int t) {
  int a[4][6];
  int sizes[2] = {4, 6}, sub[2] = {2, 3}, start[2] = {1, 2};
  MPI_Datatype s;
  MPI_Type_create_subarray(2, sizes, sub, start, MPI_ORDER_C, MPI_INT, &s);
  MPI_Type_commit(&s);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, s, t, 0, 6, MPI_INT, w);
  a[0][0] = 1;
  a[1][1] = a[1][5] = a[3][2] = 1;
  a[2][4] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Type_free(&s);
}
void hvector(MPI_Win w, int t) {
  double a[16];
  MPI_Datatype v;
  MPI_Type_create_hvector(4, 1, 4 * sizeof(double), MPI_DOUBLE, &v);
  MPI_Type_commit(&v);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, v, t, 0, 4, MPI_DOUBLE, w);
  a[1] = 1;
  a[8] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Type_free(&v);
}
void unknownShape(MPI_Win w, int t, int n) {
  double a[64];
  MPI_Datatype v;
  MPI_Type_vector(n, 1, 8, MPI_DOUBLE, &v);
  MPI_Type_commit(&v);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, v, t, 0, n, MPI_DOUBLE, w);
  a[8] = 1;
  MPI_Win_fence(0, w);
  MPI_Type_free(&v);
}
void twoShapes(MPI_Win w, int t, int rows) {
  double a[64];
  MPI_Datatype v;
  if (rows)
    MPI_Type_contiguous(8, MPI_DOUBLE, &v);
  else
    MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &v);
  MPI_Type_commit(&v);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, v, t, 0, 8, MPI_DOUBLE, w);
  a[8] = 1;
  a[1] = 1;
  MPI_Win_fence(0, w);
  MPI_Type_free(&v);
}
void assigned(MPI_Win w, int t, MPI_Datatype other) {
  double a[64];
  MPI_Datatype v;
  MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &v);
  MPI_Type_commit(&v);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, v, t, 0, 8, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
  MPI_Type_free(&v);
  v = other;
  MPI_Put(a, 1, v, t, 0, 8, MPI_DOUBLE, w);
  a[8] = 1;
  MPI_Win_fence(0, w);
}
void copyOf(MPI_Win w, int t) {
  double a[8];
  MPI_Datatype real = MPI_DOUBLE;
  MPI_Win_fence(0, w);
  MPI_Put(a, 8, real, t, 0, 8, real, w);
  a[7] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
}
void nestedTypes(MPI_Win w, int t) {
  double a[64];
  MPI_Datatype row, block;
  MPI_Type_contiguous(2, MPI_DOUBLE, &row);
  MPI_Type_vector(4, 1, 4, row, &block); // two of eight
  MPI_Type_commit(&block);
  MPI_Win_fence(0, w);
  MPI_Put(a, 1, block, t, 0, 8, MPI_DOUBLE, w);
  a[2] = 1;
  a[9] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_fence(0, w);
  MPI_Type_free(&row);
  MPI_Type_free(&block);
}
void getAndPut(MPI_Win w, int t) {
  double a[8][8];
  MPI_Datatype column;
  MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock_all(0, w);
  MPI_Put(&a[0][1], 1, column, t, 0, 8, MPI_DOUBLE, w);
  MPI_Get(&a[0][0], 1, column, t, 8, 8, MPI_DOUBLE, w);
  MPI_Get(&a[0][7], 1, column, t, 8, 8, MPI_DOUBLE, w);
  MPI_Win_unlock_all(w);
  MPI_Type_free(&column);
}
void getIntoPut(MPI_Win w, int t) {
  double a[8][8];
  MPI_Datatype column;
  MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock_all(0, w);
  MPI_Put(&a[0][1], 1, column, t, 0, 8, MPI_DOUBLE, w);
  MPI_Get(&a[2][0], 8, MPI_DOUBLE, t, 8, 8, MPI_DOUBLE, w); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
  MPI_Type_free(&column);
}
// resized types have another extent
void resized(MPI_Win w, int t) {
  double a[64];
  MPI_Datatype v, r;
  MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &v);
  MPI_Type_create_resized(v, 0, sizeof(double), &r);
  MPI_Type_commit(&r);
  MPI_Win_fence(0, w);
  MPI_Put(a, 2, r, t, 0, 16, MPI_DOUBLE, w);
  a[2] = 1;
  MPI_Win_fence(0, w);
  MPI_Type_free(&r);
  MPI_Type_free(&v);
}
// compound literals
void literal1(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w);
  {
    MPI_Put((double[]){1, 2}, 2, MPI_DOUBLE, t, 0, 2, MPI_DOUBLE, w); // expected-warning {{[rma-buffer-lifetime]}}
  }
  MPI_Win_unlock_all(w);
}
void literal2(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w);
  MPI_Put(&(int){1}, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(w);
}
void literal3(MPI_Win w, int t) {
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) {
    MPI_Put(&(int){i}, 1, MPI_INT, t, i, 1, MPI_INT, w); // expected-warning {{[rma-local-race]}}
  }
  MPI_Win_unlock_all(w);
}
void literal4(MPI_Win w, int t) {
  for (int i = 0; i < 4; i++) {
    MPI_Put(&(int){i}, 1, MPI_INT, t, i, 1, MPI_INT, w);
    MPI_Win_flush(t, w);
  }
}
void literal5(MPI_Win w, int t, int x) {
  MPI_Put(&(int){x}, 1, MPI_INT, t, 0, 1, MPI_INT, w); // expected-warning {{[rma-buffer-lifetime]}}
}
void literal6(MPI_Win w, int t) {
  int *p = (int[]){1, 2, 3};
  MPI_Win_lock_all(0, w);
  MPI_Put(p, 3, MPI_INT, t, 0, 3, MPI_INT, w);
  p[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
static int *const global = (int[]){1, 2, 3};
void literal7(MPI_Win w, int t) {
  MPI_Put(global, 3, MPI_INT, t, 0, 3, MPI_INT, w);
}
// dynamic windows
void dynamic1(MPI_Comm comm) {
  MPI_Win w;
  MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &w);
  double *m = malloc(64);
  MPI_Win_attach(w, m, 64);
  MPI_Win_fence(0, w);
  MPI_Win_fence(0, w);
  free(m); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_detach(w, m);
  MPI_Win_free(&w);
}
void dynamic2(MPI_Comm comm) {
  MPI_Win w;
  MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &w);
  double *m = malloc(64);
  MPI_Win_attach(w, m, 64);
  MPI_Win_fence(0, w);
  MPI_Win_fence(0, w);
  MPI_Win_detach(w, m);
  free(m);
  MPI_Win_free(&w);
}
void dynamic3(MPI_Comm comm) {
  MPI_Win w;
  MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &w);
  double *m = malloc(64);
  MPI_Win_attach(w, m, 64);
  MPI_Win_free(&w); // detaches all
  free(m);
}
void dynamic4(MPI_Win w) {
  double m[8];
  MPI_Win_attach(w, m, sizeof m); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Barrier(MPI_COMM_WORLD);
}
void dynamic5(MPI_Win w) {
  double m[8];
  MPI_Win_attach(w, m, sizeof m);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(w, m);
}
void detachAll(MPI_Win w);
void dynamic6(MPI_Win w) {
  double *m = malloc(64);
  MPI_Win_attach(w, m, 64);
  detachAll(w);
  free(m);
}
void dynamic7(MPI_Win w, int n) {
  for (int i = 0; i < n; i++) {
    double *m = malloc(64);
    MPI_Win_attach(w, m, 64);
    MPI_Barrier(MPI_COMM_WORLD);
    if (i == 3) {
      free(m); // expected-warning {{[rma-buffer-lifetime]}}
      continue;
    }
    MPI_Win_detach(w, m);
    free(m);
  }
}
void dynamic8(MPI_Win w) {
  double *m = malloc(64), *p = m;
  MPI_Win_attach(w, m, 64);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(w, p);
  free(m);
}
