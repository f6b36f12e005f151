// Loops within loops, which are told in front of the outermost: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

// Strides that only the run knows, of either sign, or none.
NOINLINE void strided(char *a, long n, long m, long inner, long outer) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      a[i * outer + j * inner] = 1;
}
NOINLINE void blocks(int *a, long n, long m, long k, long rows, long planes) {
  for (long x = 0; x < n; ++x)
    for (long y = m; y-- > 0;)
      for (long z = 0; z < k; ++z)
        a[x * planes + y * rows + z] += 1;
}
// Red and black: two strides that leave something out.
NOINLINE void checkered(double *a, int n, int m) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; j += 2)
      a[i * 37 + j] = i;
}
NOINLINE void columns(short *restrict a, const short *restrict b, int n, int m) {
  for (int j = 0; j < m; ++j)
    for (int i = n; i > 0; --i)
      a[i * 29 + j] = b[j * 31 + i];
}
NOINLINE void sliding(const int *a, int *restrict to, int n, int width) {
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < width; ++k)
      sum += a[i + k];
    to[i] = sum;
  }
}
NOINLINE void gaps(const char *a, char *restrict to, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 5; ++k)
      to[i] ^= a[9 * i + 6 * k];
}
#define AT(x, y, z) (((x) * 9 + (y)) * 13 + (z))
NOINLINE void stencil27(double *restrict to, const double *restrict from, int n) {
  for (int x = 1; x < n; ++x)
    for (int y = 1; y < 8; ++y)
      for (int z = 1; z < 12; ++z) {
        double sum = 0;
        for (int i = -1; i <= 1; ++i)
          for (int j = -1; j <= 1; ++j)
            for (int k = -1; k <= 1; ++k)
              sum += from[AT(x + i, y + j, z + k)];
        to[AT(x, y, z)] = sum;
      }
}
NOINLINE void plus(float *restrict to, const float *restrict from, int n, int m, long row) {
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < m - 1; ++x)
      to[y * row + x] = from[y * row + x - 1] + from[y * row + x + 1] + from[(y - 1) * row + x] + from[(y + 1) * row + x];
}
// What decides whether the inner loop runs is the same in all turns, or is not.
NOINLINE void decided(int *a, int n, int m, int which) {
  for (int i = 0; i < n; ++i) {
    if (which)
      for (int j = 0; j < m; ++j)
        a[i * 50 + j] += 2;
    else
      for (int j = 0; j < 2 * m; ++j)
        a[i * 41 + 7 + j] += 3;
    a[i] += 1;
  }
}
NOINLINE void undecided(int *a, const int *b, int n, int m) {
  for (int i = 0; i < n; ++i)
    if (b[i] & 1)
      for (int j = 0; j < m; ++j)
        a[i * 50 + j] = 2;
}
NOINLINE void left(int *a, const int *b, int n, int m) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      a[i * 50 + j] = 2;
    if (b[i] % 5 == 1)
      break;
  }
}
NOINLINE void growing(int *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < 2 * i + 3; ++j)
      for (int k = 0; k < 3; ++k)
        a[i * 80 + j * 2 + 5 * k] = 2;
}
NOINLINE void deep(char *a, int n, int m) {
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        for (int k = 0; k < 4; ++k)
          for (int l = 0; l < 2; ++l)
            a[i * 200 + j * 21 + k * 5 + 2 * l] = 2;
}
NOINLINE void synchronizes(int *a, int *flag, int n, int m) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      a[i * 40 + j] = 2;
    __atomic_store_n(flag, i, __ATOMIC_RELEASE);
  }
}

static void work(char *at, long n, long m) {
  int *ints = (int *)at;
  double *doubles = (double *)at;
  SEGMENT(strided(at, n, m, 3, 100));
  SEGMENT(strided(at, n, m, 100, 3));
  SEGMENT(strided(at + 9000, n, m, -3, 50));
  SEGMENT(strided(at + 9000, n, m, 70, -2));
  SEGMENT(strided(at + 9000, n, m, -70, -1));
  SEGMENT(strided(at, n, m, 0, 5));
  SEGMENT(strided(at, n, m, 5, 0));
  SEGMENT(strided(at, n, m, 1, m));
  SEGMENT(strided(at, n, m, 4, 4));
  SEGMENT(strided(at, n, m, 4, 4 * m + 4));
  SEGMENT(blocks(ints, n, m, n, 20, 20 * m));
  SEGMENT(blocks(ints, m, 3, n, 2, 100));
  SEGMENT(blocks(ints + 3000, n, n, m, 25, -11));
  SEGMENT(checkered(doubles, (int)n, (int)m));
  SEGMENT(columns((short *)at, (short *)at + 3000, (int)n, (int)m));
  SEGMENT(sliding(ints, ints + 1000, (int)n, (int)m));
  SEGMENT(gaps(at, at + 3000, (int)n));
  SEGMENT(plus((float *)at, (float *)at + 3000, (int)n, (int)m, 23));
  SEGMENT(decided(ints, (int)n, (int)m, n & 1));
  SEGMENT(undecided(ints, ints + 3000, (int)n, (int)m));
  SEGMENT(left(ints, ints + 2000, (int)n, (int)m));
  SEGMENT(growing(ints, (int)n));
  SEGMENT(deep(at, (int)n, (int)m));
  SEGMENT(synchronizes(ints, ints + 3000, (int)n, (int)m));
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  for (long n = -1; n < 20; n += 9)
    for (long m = 0; m < 20; m += 9)
      work(memory, n + zero, m + zero);
  work(memory - 4100, 17 + zero, 14 + zero);
  work(memory + BYTES - 9900, 18 + zero, 8 + zero);
  for (long n = 0; n < 18; n += 4)
    SEGMENT(stencil27((double *)memory, (double *)memory + 2400, (int)(n + zero)));
  SEGMENT(stencil27((double *)(memory - 4000), (double *)(memory + BYTES) - 2000, (int)(17 + zero)));
  return end();
}
