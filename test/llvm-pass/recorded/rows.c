// Rows that touch, which the code of the program makes one range, and arrays of one object with the same index, which
// share a check: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

#define NODES 800

struct mesh { double x[NODES], y[NODES], z[NODES]; int few[NODES][4]; char kind[NODES]; };

static unsigned state;
// An index below `most`, unknown to the optimizer.
static inline long any(long most) { return (long)((state = state * 1664525 + 1013904223) >> 8) % most; }

// Rows of any length, some of them empty; `gap` bytes are left out now and then.
NOINLINE double rows(const double *p, int n, long gap) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    long length = any(14);
    for (long k = 0; k < length; ++k)
      sum += p[k];
    p += length + (any(9) ? 0 : gap);
  }
  return sum;
}
NOINLINE void filled(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    long length = 1 + any(9);
    for (long k = 0; k < length; ++k)
      p[k] = i;
    p += length;
  }
}
// From the end to the front: no row goes on where the last one ended.
NOINLINE void backward(int *end, int n) {
  for (int i = 0; i < n; ++i) {
    long length = 1 + any(9);
    end -= length;
    for (long k = 0; k < length; ++k)
      end[k] += 1;
  }
}
NOINLINE void copied(char *to, const char *from, int n) {
  for (int i = 0; i < n; ++i) {
    long length = 1 + any(60);
    memcpy(to, from, (size_t)length);
    to += length, from += length;
  }
}
NOINLINE void nodes(struct mesh *m, int n) {
  for (int i = 0; i < n; ++i) {
    long at = any(NODES);
    m->x[at] += m->y[at];
    m->z[at] = m->few[at][any(4)];
    m->few[at][2] = m->kind[at];
  }
}
NOINLINE void node(struct mesh *m, long at) { m->z[at] += m->x[at]; m->kind[at] = 1; }
NOINLINE void called(struct mesh *m, int n) { for (int i = 0; i < n; ++i) node(m, any(NODES)); }
// The same sites for memory that is the window's, is not, or is only in part.
NOINLINE void both(struct mesh *m, struct mesh *n, int count) { for (int i = 0; i < count; ++i) node(any(2) ? m : n, any(NODES)); }

static void work(int n) {
  static struct mesh own;
  static double few[9000];
  state = (unsigned)n;
  double sum = 0;
  SEGMENT(sum += rows((double *)memory, n, 0));
  SEGMENT(sum += rows((double *)memory, n, 3));
  SEGMENT(sum += rows((double *)(memory - 32), 40, 1));
  SEGMENT((sum += rows((double *)memory, n, 0), sum += rows((double *)memory, n, 0)));
  SEGMENT((sum += rows(few, n, 0), sum += rows((double *)memory, 9, 0), sum += rows(few, n, 2)));
  SEGMENT(sum += rows((double *)(memory + BYTES - 500), 20, 0));
  SEGMENT(filled((int *)memory, n));
  SEGMENT(filled((int *)(memory + BYTES - 200), 30));
  SEGMENT(backward((int *)(memory + BYTES / 2), n));
  SEGMENT(copied(memory, memory + BYTES / 2, n));
  SEGMENT(copied(memory + BYTES - 300, (char *)few, 60));
  SEGMENT(nodes((struct mesh *)memory, n));
  SEGMENT(nodes(&own, n));
  SEGMENT(called((struct mesh *)memory, n));
  SEGMENT(called((struct mesh *)(memory - 3000), n));
  SEGMENT(called((struct mesh *)(memory + BYTES - 30000), 99));
  SEGMENT(both((struct mesh *)memory, &own, n));
  SEGMENT(both((struct mesh *)(memory + BYTES - 30000), &own, n));
  sink = sum;
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  work(300);
  work(6);
  work(700);
  return end();
}
