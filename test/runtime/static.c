// The static library, in a C program linked by cc.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -o %t %build/lib/fencepost/openmpi/libfencepost-rt.a -lotf2 -ldw -lstdc++ -lm
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 2 %t
// RUN: %otf2-print %t.trace/traces.otf2 | %FileCheck %s
//
// CHECK: MPI_Barrier
// CHECK: PROGRAM_END

#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}
