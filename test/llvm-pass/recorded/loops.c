// Loops of all shapes: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

#define SKIP(condition) if (condition) continue

NOINLINE void backward(int *a, int n) { for (int i = n - 1; i >= 0; i -= 3) a[i] = i; }
NOINLINE void none(int *a, long n) { for (long i = 0; i < n; ++i) a[i] += 1; }
NOINLINE void stencil(double *a, const double *b, int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      a[i * n + j] = b[i * n + j - 1] + b[i * n + j + 1] + b[(i - 1) * n + j] + b[(i + 1) * n + j];
}
NOINLINE void transpose(double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[j * n + i] = b[i * n + j];
}
NOINLINE void triangle(float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] *= 2;
}
// The inner loop does not run in some rows, or not at all.
NOINLINE void ragged(int *a, const int *lengths, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < lengths[i] % 5 - 1; ++j)
      a[i * 8 + j] = j;
}
NOINLINE void cube(char *a, int n, int m, int k) {
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < m; ++y)
      for (int z = 0; z < k; ++z)
        a[x * 400 + y * 20 + z] = 1;
}
NOINLINE void wraps(char *a) { for (unsigned char i = 200; i != 30; ++i) a[i] = 1; }
NOINLINE void unsignedWraps(int *a, unsigned from, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    a[(from + i) % 1000] = 1;
}
NOINLINE long early(const long *a, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] % 17 == 5)
      break;
    sum += a[i];
  }
  return sum;
}
NOINLINE int middle(const short *a, int *b, int n) {
  int i = 0;
  for (;; ++i) {
    b[i] = 1;
    if (i == n)
      break;
    b[2000 + i] = a[i];
  }
  return i;
}
NOINLINE void some(int *a, const int *b, int n) {
  for (int i = 0; i < n; ++i) {
    SKIP(b[i] % 3);
    a[i] = b[2 * i];
  }
}
NOINLINE void either(double *a, const double *b, int n, int which) {
  for (int i = 0; i < n; ++i)
    if (which)
      a[i] = b[3 * i];
    else
      a[i * 2] = b[i];
}
NOINLINE void powers(char *a, int n) { for (int i = 1; i < n; i *= 3) a[i] = 1; }
NOINLINE void shift(int *a, int n) { for (int i = 0; i < n; ++i) a[i] = a[i + 1]; }
NOINLINE void carried(int *a, int n) { for (int i = 1; i < n; ++i) a[i] += a[i - 1]; }
NOINLINE void indirect(double *a, const int *at, int n) { for (int i = 0; i < n; ++i) a[(unsigned)at[i] % 512] += 1; }
NOINLINE void pairs(double *a, int n) { for (int i = 0; i < n; ++i) { a[4 * i] = 1; a[4 * i + 1] = 2; a[4 * i + 3] = 3; } }
NOINLINE void repeated(int *a, int n, int times) {
  for (int t = 0; t < times; ++t)
    for (int i = 0; i < n; ++i)
      a[i] += t;
}
NOINLINE void jumps(int *a, int n) {
  int i = 0;
  if (n & 1)
    goto inside;
  while (i < n) {
    a[i] = 1;
  inside:
    a[100 + i] = 2;
    i += 2;
  }
}
NOINLINE void cases(int *a, const char *b, int n) {
  for (int i = 0; i < n; ++i)
    switch (b[i] & 3) {
    case 0: a[i] = 1; break;
    case 1: a[i + 64] = 1; // and
    case 2: a[i + 128] = 1; break;
    default:;
    }
}
NOINLINE void called(int *a, int n) { for (int i = 0; i < n; ++i) { a[i] = i; backward(a + 500, i); } }
NOINLINE double chase(double *a, int n) {
  double sum = 0;
  for (int i = 3; n-- > 0; i = (int)(unsigned char)((char *)a)[i])
    sum += a[i];
  return sum;
}
// Beyond the window's ends, too.
NOINLINE void beyond(char *a, int n) { for (int i = -60; i < n; ++i) a[i] = 3; }

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int *ints = (int *)memory;
  double *doubles = (double *)memory;
  for (long n = 0; n < 40; n += 13) {
    long k = n + zero;
    SEGMENT(backward(ints, (int)k));
    SEGMENT(none(ints, -k));
    SEGMENT(stencil(doubles, doubles + 2000, (int)k));
    SEGMENT(transpose(doubles, doubles + 2000, (int)k));
    SEGMENT(triangle((float *)memory, (int)k));
    SEGMENT(ragged(ints, ints + 1000, (int)k));
    SEGMENT(cube(memory, (int)k, (int)k % 6, 7 - (int)k));
    SEGMENT(wraps(memory));
    SEGMENT(unsignedWraps(ints, (unsigned)-k, (unsigned)k * 2));
    SEGMENT(sink = (double)early((long *)memory, (int)k * 4));
    SEGMENT(sink = middle((short *)memory, ints + 3000, (int)k));
    SEGMENT(some(ints, ints + 1000, (int)k));
    SEGMENT(either(doubles, doubles + 600, (int)k, k & 1));
    SEGMENT(powers(memory, (int)k * 9));
    SEGMENT(shift(ints, (int)k));
    SEGMENT(carried(ints, (int)k));
    SEGMENT(indirect(doubles, ints + 2000, (int)k));
    SEGMENT(pairs(doubles, (int)k));
    SEGMENT(repeated(ints, (int)k, (int)k / 5));
    SEGMENT(jumps(ints, (int)k));
    SEGMENT(cases(ints, memory + 9000, (int)k));
    SEGMENT(called(ints, (int)k));
    SEGMENT(sink = chase(doubles, (int)k));
    SEGMENT(beyond(memory, (int)k));
    SEGMENT(beyond(memory + BYTES - 110, (int)k));
  }
  return end();
}
