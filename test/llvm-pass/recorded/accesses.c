// Accesses of all kinds: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

#include <complex.h>
#include <setjmp.h>
#include <stdatomic.h>

typedef int four __attribute__((vector_size(16)));
typedef double eight __attribute__((vector_size(64)));
typedef double sixteen __attribute__((vector_size(128), aligned(8)));
struct bits { unsigned a : 3, b : 11; unsigned long c : 40; char d; };
struct __attribute__((packed)) odd { char a; double b; short c; int d; };
struct big { char bytes[100]; double last; };
union either { float f; int i; char c[8]; };

NOINLINE void bitfields(struct bits *p, int n) { for (int i = 0; i < n; ++i) { p[i].b = (unsigned)i; p[2 * i].c += 1; } }
NOINLINE void packed(struct odd *p, int n) { for (int i = 0; i < n; ++i) { p[i].b = i; p[i].d = p[i].c; } }
NOINLINE void structs(struct big *p, int n) { for (int i = 0; i < n; ++i) p[i + 20] = p[i]; }
NOINLINE struct big byValue(struct big b) { b.last += 1; return b; }
NOINLINE void passed(struct big *p) { p[3] = byValue(p[1]); }
NOINLINE void unions(union either *p, int n) { for (int i = 0; i < n; i += 2) p[i].f = (float)p[i + 1].i; }
NOINLINE void fields(struct odd *p) { p->a = 1; p->c = 2; p->d = 3; p[1].a = p->a; }
NOINLINE void vectors(four *v, eight *w, int n) { for (int i = 0; i < n; ++i) { v[i] += v[i + 9] * 3; w[3 * i] = w[i + 100]; } }
NOINLINE void lane(four *v, int n) { for (int i = 0; i < n; ++i) v[i][1] = v[i + 90][3]; }
// Over the end of pages, and of the window.
NOINLINE void wide(char *p, int n) { for (int i = 0; i < n; ++i) { sixteen *v = (sixteen *)(p + 8 * i); *v += 1; } }
NOINLINE void volatiles(volatile int *p, int n) { for (int i = 0; i < n; ++i) { p[0]; p[i]; p[0] = i; } }
NOINLINE int atomics(atomic_int *p, _Atomic long *q, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += atomic_load_explicit(p + i, memory_order_relaxed);
    atomic_fetch_add(q + i, 3);
    long expected = 5;
    sum += atomic_compare_exchange_weak(q + 50, &expected, 6);
    sum += atomic_exchange_explicit(p + 2 * i, 1, memory_order_acquire);
    atomic_store_explicit(p + 3, 1, memory_order_release);
  }
  return sum;
}
NOINLINE void blocks(char *p, int n) {
  memset(p, 1, (size_t)n);
  memcpy(p + 5000, p + 100, (size_t)n * 3);
  memmove(p + 10, p + 12, (size_t)n);
  __builtin_memcpy(p + 9001, p + 70, 24);
  for (int i = 0; i < n; ++i)
    memset(p + 100 * i, 2, 30);
}
NOINLINE void copyLoop(char *restrict a, const char *restrict b, int n) { for (int i = 0; i < n; ++i) a[i] = b[i]; }
NOINLINE void clearLoop(long *a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }
NOINLINE double variableLength(double *p, int n) {
  double local[n + 1];
  memcpy(local, p, sizeof(double) * (size_t)n);
  local[n] = 1;
  for (int i = 0; i < n; ++i)
    p[i] = local[n - i];
  return local[n / 2];
}
NOINLINE void complexes(double complex *p, int n) { for (int i = 0; i < n; ++i) p[i] = p[2 * i] * (1 + 2 * I); }
NOINLINE void twice(int *p, int *q) { int a = *p; *q = 1; int b = *p; *q = a + b; p[1] = *q; }
static jmp_buf back;
NOINLINE void leave(int i) { if (i == 4) longjmp(back, 1); }
NOINLINE void jumped(int *p, int n) {
  if (setjmp(back)) {
    p[900] = 1;
    return;
  }
  for (int i = 0; i < n; ++i) {
    p[i] = 1;
    leave(i);
    p[300 + i] = 1;
  }
}
NOINLINE void other(int *p) { p[7] ^= 1; }
NOINLINE void around(int *p, int n) { p[7] = n; other(p); p[7] += 1; p[8] = p[7]; }
NOINLINE void guarded(int *p, int n) { if (n > 3) p[1] = 1; else p[2] = 1; p[1] += p[2]; }
static int global[64];
NOINLINE void globals(int *p, int n) { for (int i = 0; i < n; ++i) { global[i] += p[i]; p[i + 100] = global[63 - i]; } }
NOINLINE void chosen(int *p, int n) {
  int local[16] = {0};
  int *to = n & 1 ? local : p;
  for (int i = 0; i < 16; ++i)
    to[i] = n;
  p[40] = local[n & 15];
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int *ints = (int *)memory;
  for (long n = 0; n < 30; n += 9) {
    int k = (int)(n + zero);
    SEGMENT(bitfields((struct bits *)memory, k));
    SEGMENT(packed((struct odd *)(memory + 1), k));
    SEGMENT(structs((struct big *)(memory + 8), k));
    SEGMENT(passed((struct big *)(memory + 8)));
    SEGMENT(unions((union either *)memory, k));
    SEGMENT(fields((struct odd *)(memory + 4050)));
    SEGMENT(vectors((four *)(memory + 8), (eight *)(memory + 24), k));
    SEGMENT(lane((four *)(memory + 8), k));
    SEGMENT(wide(memory - 168, k));
    SEGMENT(wide(memory + 3800, k));
    SEGMENT(wide(memory + BYTES - 260, k));
    SEGMENT(volatiles(ints, k));
    SEGMENT(sink = atomics((atomic_int *)memory, (_Atomic long *)(memory + 2000), k));
    SEGMENT(blocks(memory, k));
    SEGMENT(copyLoop(memory, memory + 3000, k * 200));
    SEGMENT(clearLoop((long *)(memory + 80), k * 30));
    SEGMENT(sink = variableLength((double *)memory, k));
    SEGMENT(complexes((double complex *)memory, k));
    SEGMENT(twice(ints, ints + k));
    SEGMENT(jumped(ints, k));
    SEGMENT(around(ints, k));
    SEGMENT(guarded(ints, k));
    SEGMENT(globals(ints, k));
    SEGMENT(chosen(ints, k));
  }
  return end();
}
