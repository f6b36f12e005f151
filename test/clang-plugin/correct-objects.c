// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify %s
// Correct programs: windows in arrays and structs, unions, jumps, hooks, windows handed out.
// expected-no-diagnostics
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
// several windows passed by pointers
void f(MPI_Win *wins, int k, int t) {
  int v = 1;
  for (int i = 0; i < k; i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, t, 0, wins[i]);
    MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, wins[i]);
    MPI_Win_unlock(t, wins[i]);
    v = i;
  }
}
// origin buffer window memory
void g(int t) {
  int *mem;
  MPI_Win w;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &w);
  MPI_Win_fence(0, w);
  MPI_Put(mem, 4, MPI_INT, t, 4, 4, MPI_INT, w);
  mem[8] = 1;
  MPI_Win_fence(0, w);
  mem[0] = 2;
  MPI_Win_free(&w);
}
// ternary target, unions, bitfields
union U {
  int i;
  float f;
  char c[8];
};
struct B {
  int a : 3;
  int b : 5;
  int c;
};
void h(int t, MPI_Win w) {
  union U u;
  struct B b = {0};
  u.i = 1;
  MPI_Win_lock_all(0, w);
  MPI_Put(&u.c[4], 4, MPI_CHAR, t, 0, 4, MPI_CHAR, w);
  u.i = 2;
  MPI_Put(&b.c, 1, MPI_INT, t, 4, 1, MPI_INT, w);
  b.a = 1;
  b.b = 2;
  MPI_Win_unlock_all(w);
}
// goto loop
void i(int t, int n, MPI_Win w) {
  int v = 0;
again:
  v++;
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock(t, w);
  if (v < n)
    goto again;
}
// comma, conditional epochs by macro constants
#ifdef DEBUG
#define DBG 1
#else
#define DBG 0
#endif
void j(int t) {
  int v = 0, m;
  MPI_Win w;
  MPI_Win_create(&m, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (DBG)
    MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w), MPI_Get(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w), MPI_Win_fence(0, w);
  v = 1;
  MPI_Win_free(&w);
}
// VLA and pointer-to-array
void k(int n, int t, MPI_Win w) {
  double a[n][n];
  MPI_Win_fence(0, w);
  MPI_Put(a[0], n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, w);
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 0;
  MPI_Win_fence(0, w);
}
// function pointer table
static void (*hooks[3])(void);
MPI_Win gw;
void l(int t) {
  int v = 0;
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, gw);
  hooks[1]();
  v = 1;
}
// volatile flag polling of window memory
void m(volatile int *flag, MPI_Win w) {
  int one = 1;
  MPI_Win_lock_all(0, w);
  MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  MPI_Win_flush(1, w);
  while (!*flag)
    MPI_Win_sync(w);
  one = 0;
  MPI_Win_unlock_all(w);
}
// fence twice w/ noprecede and reuse; put from const string
void n(int t, MPI_Win w) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
  MPI_Put("hello", 6, MPI_CHAR, t, 0, 6, MPI_CHAR, w);
  MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, w);
}
// out parameter window
int o(MPI_Win *out, int *mem) {
  MPI_Win w;
  MPI_Win_create(mem, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all(0, w);
  *out = w;
  return 0;
}
struct S {
  MPI_Win w;
  int v;
};
struct S *p(int *mem) {
  struct S *s = malloc(sizeof *s);
  MPI_Win_create(mem, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &s->w);
  MPI_Win_lock_all(0, s->w);
  return s;
}
void q(struct S *s) {
  MPI_Put(&s->v, 1, MPI_INT, 0, 0, 1, MPI_INT, s->w);
  MPI_Win_unlock_all(s->w);
  s->v = 3;
  MPI_Win_free(&s->w);
  free(s);
}
