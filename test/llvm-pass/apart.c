// Two calls of one function in two branches keep a line each, though the optimizer would make one of them; stores in several
// branches do, too.
// RUN: cd %S && %clang -O2 -g -fpass-plugin=%pass %mpi-include -c apart.c -o %t.o
// RUN: llvm-objcopy -O binary --only-section=fencepost_sites %t.o %t.records
// RUN: tr '\0\t' '\n|' < %t.records | %FileCheck %s
// RUN: %clang -O2 -g -fpass-plugin=%pass %mpi-include -S -emit-llvm -o - %s | %FileCheck %s --check-prefix=CODE
// CODE-NOT: !mmra
// REQUIRES: openmpi

#include <mpi.h>

void exchange(const double *values, int rank, MPI_Win window) {
  if (rank == 0) {
    // CHECK-DAG: MPI_Put|apart.c|{{.*}}|[[#@LINE+1]]|5|exchange
    MPI_Put(values, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
  } else if (rank == 2) {
    // CHECK-DAG: MPI_Put|apart.c|{{.*}}|[[#@LINE+1]]|5|exchange
    MPI_Put(values, 1, MPI_DOUBLE, 1, 4, 1, MPI_DOUBLE, window);
  }
}

void choose(int **memory, int rank, int many) {
  if (rank == 0)
    // CHECK-DAG: fp1|S||apart.c|{{.*}}|[[#@LINE+1]]|18|choose
    (*memory)[2] = 7;
  else
    // CHECK-DAG: fp1|S||apart.c|{{.*}}|[[#@LINE+1]]|18|choose
    (*memory)[5] = 9;
  switch (many) {
  case 1:
    // CHECK-DAG: fp1|S||apart.c|{{.*}}|[[#@LINE+1]]|18|choose
    (*memory)[0] = 3;
    break;
  case 2:
    // CHECK-DAG: fp1|S||apart.c|{{.*}}|[[#@LINE+1]]|18|choose
    (*memory)[1] = 4;
    break;
  default:
    // CHECK-DAG: fp1|S||apart.c|{{.*}}|[[#@LINE+1]]|18|choose
    (*memory)[2] = 5;
  }
}
