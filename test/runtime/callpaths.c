// Call paths: from frame pointers, with and without sites; inlined functions; callpaths=off.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain -O1 -I%S/Inputs %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 1 %t
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck %s
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace:callpaths=off %mpirun -n 1 %t
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck --check-prefix=SHORT %s

#include "instrumented.h"

SITE(barrier, "C", "MPI_Barrier", 50, 7, "leaf", "", "comm", "middle:40;outer:30");
SITE(stale, "C", "MPI_Bcast", 60, 7, "nowhere", "", "", "");

// CHECK: "main" {{.*}} Source code location: "{{.*}}callpaths.c:[[#MAIN:]]" {{.*}} Parent: UNDEFINED
// CHECK: "MPI_Init"
// CHECK: "main" {{.*}} Source code location: "{{.*}}callpaths.c:[[#OUTER:]]" <{{[0-9]+}}>, Parent: UNDEFINED
// CHECK: "second" {{.*}} Source code location: "{{.*}}callpaths.c:[[#@LINE+4]]" {{.*}} Parent: "main@
// CHECK: "first" {{.*}} Source code location: "{{.*}}callpaths.c:[[#@LINE+2]]" {{.*}} Parent: "second@
// CHECK: "MPI_Barrier" {{.*}} Parent: "first@
__attribute__((noinline)) static int first(void) { return MPI_Barrier(MPI_COMM_WORLD) + 1; }
__attribute__((noinline)) static int second(void) { return first() + 1; }

// An inlined function, without a site: from the debug information.
// CHECK: "third" {{.*}} Source code location: "{{.*}}callpaths.c:[[#@LINE+4]]" {{.*}} Parent: "main@
// CHECK: "inlined" {{.*}} Source code location: "{{.*}}callpaths.c:[[#@LINE+2]]" {{.*}} Parent: "third@
// CHECK: "MPI_Barrier" {{.*}} Parent: "inlined@
__attribute__((always_inline)) static inline int inlined(void) { return MPI_Barrier(MPI_COMM_WORLD); }
__attribute__((noinline)) static int third(void) { return inlined() + 1; }

// With a site, its own word counts.
// CHECK: "outer" {{.*}} Source code location: "program.c:30" {{.*}} Parent: "main@
// CHECK: "middle" {{.*}} Source code location: "program.c:40" {{.*}} Parent: "outer@
// CHECK: "leaf" {{.*}} Source code location: "program.c:50" {{.*}} Parent: "middle@
// CHECK: "MPI_Barrier" {{.*}} Parent: "leaf@
// CHECK: Name: "column" {{.*}} Value: 7
// CHECK: Name: "expression" {{.*}} Value: "comm"
__attribute__((noinline)) static int withSite(void) {
  entries.call(&barrier);
  return MPI_Barrier(MPI_COMM_WORLD) + 1;
}

// A site that names another function is not this call's.
// CHECK-NOT: nowhere
// CHECK: "withStaleSite"
// CHECK-NOT: nowhere
__attribute__((noinline)) static int withStaleSite(void) {
  entries.call(&stale);
  return MPI_Barrier(MPI_COMM_WORLD) + 1;
}

// SHORT-NOT: "second"
// SHORT: "first" {{.*}} Parent: UNDEFINED
// SHORT-NOT: "second"
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  second();
  third();
  withSite();
  withStaleSite();
  MPI_Finalize();
  return 0;
}
