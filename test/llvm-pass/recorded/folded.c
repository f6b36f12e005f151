// Where the address space has no room for the shadow of all pages, pages share marks: as much is recorded, and the same.
// REQUIRES: openmpi
// DEFINE: %{recorded} = env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --levels 02 %s --work
// RUN: %{recorded} %t.work | sed 's/ in .* ranges//' > %t.all
// RUN: (ulimit -v 16000000; %{recorded} %t.folded.work) | sed 's/ in .* ranges//' | diff %t.all -
// RUN: %FileCheck %s < %t.all
// CHECK: 1 programs: {{.*}} accesses, 0 differ

#define _GNU_SOURCE
#include "Inputs/window.h"
#include <stdint.h>
#include <sys/mman.h>

NOINLINE void columns(int *a, int n) { for (int i = 0; i < n; i += 4) a[i] += i; }
NOINLINE int *anywhere(int *a, unsigned n) {
  for (unsigned i = 0; i < 500; ++i)
    a[i * 2654435761u % n] = (int)i;
  return a;
}

/// Memory in no window whose pages share their marks with the window's.
static int *alike(void) {
  char *at = (char *)((uintptr_t)memory & ~(uintptr_t)4095) + (UINT64_C(1) << 36);
  void *mapped = mmap(at, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped != at)
    abort();
  return (int *)mapped;
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int *other = alike();
  int n = (BYTES - 100) / 4;
  SEGMENT(columns((int *)memory, n));
  SEGMENT(columns(other, n));
  SEGMENT((columns(other, n), columns((int *)memory, 300)));
  SEGMENT(anywhere((int *)memory, (unsigned)n));
  SEGMENT(anywhere(other, (unsigned)n));
  MPI_Win second;
  MPI_Win_create(other, BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  SEGMENT(columns(other, n));
  MPI_Win_free(&second);
  SEGMENT(columns(other, n));
  SEGMENT(columns((int *)memory, n));
  return end();
}
