// Accesses in no order, so often that their checks get places of their own: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

#include <sys/mman.h>

#define STEPS 900

typedef int four __attribute__((vector_size(16), aligned(4)));
typedef double eight __attribute__((vector_size(64), aligned(8)));
struct __attribute__((packed)) odd { char a; double b; short c; int d; };
struct cell { long next, key; int few[3]; char last; };

static unsigned state;
// An index below `most`, unknown to the optimizer.
static inline long any(long most) { return (long)((state = state * 1664525 + 1013904223) >> 8) % most; }

NOINLINE void bytes(char *p, int n) { for (int i = 0; i < n; ++i) p[any(9000)] += 1; }
NOINLINE void shorts(short *p, int n) { for (int i = 0; i < n; ++i) p[any(9000)] = p[any(500)]; }
NOINLINE void ints(int *p, int n) { for (int i = 0; i < n; ++i) p[any(15000)] ^= 5; }
NOINLINE void longs(long *p, int n) { for (int i = 0; i < n; ++i) p[any(8000)] += p[any(100)] & 1; }
NOINLINE void packed(struct odd *p, int n) { for (int i = 0; i < n; ++i) { struct odd *o = p + any(2000); o->b = i; o->d = o->c; } }
NOINLINE void vectors(four *v, eight *w, int n) { for (int i = 0; i < n; ++i) { v[any(1000)] += 3; w[any(700)] += w[any(9)]; } }
NOINLINE void steps(struct cell *p, int n) { for (long i = 0; i < n; i += 1 + (state & 0)) { p[i].key += i; p[i].few[2] = 1; } }
NOINLINE void backward(long *p, int n) { for (long i = n; i > 0; i -= 1 + any(3)) p[i] += 1; }
NOINLINE void sides(char *p, int n) { for (int i = 0; i < n; ++i) p[any(300) - 150] = 1; }
// The types promise an alignment that the addresses do not have.
NOINLINE void askew(long *p, int n) { for (int i = 0; i < n; ++i) ((volatile long *)p)[any(400)] += 1; }
NOINLINE void crossing(char *p, int n) { for (int i = 0; i < n; ++i) { eight *w = (eight *)(p + 4096 * any(9) + 8 * any(8)); *w += 1; } }
NOINLINE void one(long *p) { *p += 1; p[2] = 0; }
NOINLINE void called(long *p, int n) { for (int i = 0; i < n; ++i) one(p + any(6000)); }
NOINLINE void nested(long *p, int n) {
  for (int i = 0; i < n; ++i) {
    long at = any(5000);
    p[at] = 1;
    for (int k = 0; k < (at & 3); ++k)
      p[any(5000)] += p[at + k];
  }
}
NOINLINE long chase(struct cell *p, int n) {
  long at = 0;
  for (int i = 0; i < n; ++i) {
    p[at].key = i;
    at = (p[at].next * 7 + i) & 1023;
  }
  return at;
}
// One check, and memory of which only some is of a window.
NOINLINE void both(long *p, long *q, int n) { for (int i = 0; i < n; ++i) (any(2) ? p : q)[any(64)] += 1; }

static void work(int n) {
  state = (unsigned)n;
  SEGMENT(bytes(memory, n));
  SEGMENT(shorts((short *)memory, n));
  SEGMENT(ints((int *)memory, n));
  SEGMENT(longs((long *)memory, n));
  SEGMENT(packed((struct odd *)(memory + 3), n));
  SEGMENT(vectors((four *)memory, (eight *)memory, n));
  SEGMENT(steps((struct cell *)memory, n));
  SEGMENT(backward((long *)memory, n));
  SEGMENT(sides(memory, n));
  SEGMENT(sides(memory + BYTES - 100, n));
  SEGMENT(askew((long *)(memory + 3), n));
  SEGMENT((askew((long *)memory, n), askew((long *)(memory + 4093), n)));
  SEGMENT(crossing(memory - 40 + 4096 - 32, n));
  SEGMENT(called((long *)memory, n));
  SEGMENT(nested((long *)memory, n));
  SEGMENT(sink = (double)chase((struct cell *)memory, n));
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  for (int n = 3; n <= STEPS; n += 299) {
    work(n + (int)zero);
    work(n + (int)zero); // the checks come from the segments before
  }
  // Memory behind the window matters while it is an operation's.
  long *outside = (long *)(memory + BYTES);
  long local[64] = {0};
  SEGMENT(both(outside, local, STEPS));
  MPI_Put(outside, 256, MPI_CHAR, 0, 0, 256, MPI_CHAR, window);
  SEGMENT(both(outside, local, STEPS));
  SEGMENT(both(outside, local, STEPS));
  SEGMENT(both(outside, (long *)memory, STEPS));
  // Another window begins where one has ended, and there are others beside it and far away.
  MPI_Win_free(&window);
  both((long *)memory, local, STEPS);
  char *page = (char *)mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win other, beside;
  MPI_Win_create(page, 1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_create(memory, 300, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_create(memory + 20000, 1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &beside);
  MPI_Win_fence(0, window);
  SEGMENT(both((long *)page, (long *)memory, STEPS));
  SEGMENT(both((long *)memory, (long *)page, STEPS));
  SEGMENT(both((long *)(memory + 20000), (long *)memory, STEPS));
  MPI_Win_free(&other);
  SEGMENT(both((long *)page, (long *)memory, STEPS));
  SEGMENT(both((long *)(memory + 20000), (long *)memory, STEPS));
  MPI_Win_free(&beside);
  return end();
}
