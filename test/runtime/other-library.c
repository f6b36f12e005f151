// A program that was linked by hand with the runtime of another MPI library ends with one line.
//
// REQUIRES: openmpi, mpich
// RUN: %mpicc-mpich %s -o %t.mpich -L%build/lib/fencepost/openmpi -Wl,-rpath,%build/lib/fencepost/openmpi -lfencepost-rt
// RUN: not %mpirun-mpich -n 2 %t.mpich > %t.out 2> %t.err
// RUN: grep '^fencepost: ' %t.err | %FileCheck %s --check-prefix=MPICH
// MPICH: fencepost: the program is linked with the runtime for Open MPI, but uses MPICH: link it with fencepost-cc, or with -L<prefix>/lib/fencepost/mpich -lfencepost-rt
// MPICH-NOT: fencepost:
//
// RUN: %mpicc %s -o %t.openmpi -L%build/lib/fencepost/mpich -Wl,-rpath,%build/lib/fencepost/mpich -lfencepost-rt
// RUN: not %mpirun -n 2 %t.openmpi > %t.out 2> %t.err
// RUN: grep '^fencepost: ' %t.err | %FileCheck %s --check-prefix=OPENMPI
// OPENMPI: fencepost: the program is linked with the runtime for MPICH, but uses Open MPI: link it with fencepost-cc, or with -L<prefix>/lib/fencepost/openmpi -lfencepost-rt
// OPENMPI-NOT: fencepost:

#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return 0;
}
