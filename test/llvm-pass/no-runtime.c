// An instrumented program that is linked without the runtime behaves as if plain.
// RUN: %mpicc-plain %s -o %t.plain
// RUN: %mpirun -n 2 %t.plain > %t.expected
// RUN: env OMPI_CC=%clang %mpicc-plain -O0 -fpass-plugin=%pass %s -o %t-0
// RUN: env OMPI_CC=%clang %mpicc-plain -O2 -fpass-plugin=%pass %s -o %t-2
// RUN: env OMPI_CC=%clang %mpicc-plain -O2 -fno-pie -no-pie -fpass-plugin=%pass %s -o %t-nopie
// RUN: %mpirun -n 2 %t-0 > %t.out-0 && diff %t.expected %t.out-0
// RUN: %mpirun -n 2 %t-2 > %t.out-2 && diff %t.expected %t.out-2
// RUN: %mpirun -n 2 %t-nopie > %t.out-nopie && diff %t.expected %t.out-nopie
// RUN: nm %t-2 | %FileCheck %s
// REQUIRES: openmpi
// CHECK: w __fencepost_register

#include <mpi.h>
#include <stdio.h>
#include <string.h>

double memory[1000];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  double values[10];
  for (int i = 0; i < 10; ++i)
    values[i] = rank + i;
  MPI_Win_fence(0, window);
  MPI_Put(values, 10, MPI_DOUBLE, (rank + 1) % size, 5, 10, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  double sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += memory[i] *= 2;
  double all[2];
  MPI_Gather(&sum, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%g %g\n", all[0], all[1]);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
