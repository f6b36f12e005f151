// The records of an object file, read without relocation.
// RUN: cd %S && %clang -O0 -g -fpass-plugin=%pass %mpi-include -c sites.c -o %t-0.o
// RUN: llvm-objcopy -O binary --only-section=fencepost_sites %t-0.o %t-0.records
// RUN: tr '\0\t' '\n|' < %t-0.records | %FileCheck -DDIR=%S --match-full-lines %s
// RUN: cd %S && %clang -O2 -g -fpass-plugin=%pass %mpi-include -c sites.c -o %t-2.o
// RUN: llvm-objcopy -O binary --only-section=fencepost_sites %t-2.o %t-2.records
// RUN: tr '\0\t' '\n|' < %t-2.records | %FileCheck -DDIR=%S --match-full-lines %s --check-prefix=INLINED
// Without debug information there is still the file, the function and the call.
// RUN: cd %S && %clang -O2 -fpass-plugin=%pass %mpi-include -c sites.c -o %t-n.o
// RUN: llvm-objcopy -O binary --only-section=fencepost_sites %t-n.o %t-n.records
// RUN: tr '\0\t' '\n|' < %t-n.records | %FileCheck --match-full-lines %s --check-prefix=NOINFO
// REQUIRES: openmpi

#include <mpi.h>
#include <string.h>

static void send(double *values, MPI_Win window) {
  // CHECK-DAG: fp1|C|MPI_Put|sites.c|[[DIR]]|[[#@LINE+2]]|3|send|||
  // INLINED-DAG: fp1|C|MPI_Put|sites.c|[[DIR]]|[[#@LINE+1]]|3|send|||exchange:[[#@LINE+6]]
  MPI_Put(values, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
}

double exchange(double *values, MPI_Win window) {
  MPI_Win_fence(0, window);
  send(values, window);
  // CHECK-DAG: fp1|C|MPI_Win_fence|sites.c|[[DIR]]|[[#@LINE+1]]|3|exchange|||
  MPI_Win_fence(0, window);
  // A function that the table does not know, and one that the runtime need not see.
  // CHECK-DAG: fp1|C|MPI_File_sync|sites.c|[[DIR]]|[[#@LINE+1]]|3|exchange|||
  MPI_File_sync(MPI_FILE_NULL);
  MPI_Wtime();
  // CHECK-DAG: fp1|S|memset|sites.c|[[DIR]]|[[#@LINE+1]]|3|exchange|||
  memset(values, 0, 10000);
  // CHECK-DAG: fp1|L||sites.c|[[DIR]]|[[#@LINE+1]]|10|exchange|||
  return values[3];
}
// NOINFO-DAG: fp1|C|MPI_Put|sites.c||0|0|exchange|||
// CHECK-NOT: {{.*}}MPI_Wtime{{.*}}
