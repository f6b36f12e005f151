// Ranks of one machine read one clock: between them there is no offset, and none is measured, however busy it is.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 4 %t.exe
// RUN: %otf2-print -C %t.trace/traces.otf2 | grep CLOCK_OFFSET > %t.out
// RUN: test $(grep -c "Offset: +0, StdDev: 0" %t.out) -eq 8 && test $(wc -l < %t.out) -eq 8

#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
