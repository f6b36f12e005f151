// When one rank cannot open its journal, no rank records; one line says why.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -o %t -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi
// RUN: rm -rf %t.trace && mkdir -p %t.trace/journal/1.0/full
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 2 %t > %t.out 2> %t.err
// RUN: test $(grep -c done %t.out) = 2
// RUN: grep fencepost: %t.err | %FileCheck %s
// RUN: test ! -e %t.trace/journal/0.0 && test ! -e %t.trace/traces.otf2
//
// CHECK: fencepost: rank 1 stops recording into '{{.*}}.trace': Is a directory
// CHECK-NOT: fencepost:

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  puts("done");
  return MPI_Finalize();
}
