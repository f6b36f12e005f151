// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only %s 2>&1 | FileCheck %s
// What is wrong with an argument on a further line is told where the call begins, with the argument underlined.
#include <mpi.h>
#include <string.h>

void arguments(MPI_Win win, double *values) {
  int number = 1;
  MPI_Win_fence(0, win);
  MPI_Put(values, 1, MPI_DOUBLE, 0, // expected-warning {{MPI_Put of MPI_DOUBLE at the origin and MPI_INT at the target}}
          0, 1, MPI_INT, win);
  // CHECK: more-lines.c:[[#@LINE-2]]:3: warning: MPI_Put of MPI_DOUBLE at the origin and MPI_INT at the target [rma-type-mismatch]
  // CHECK: ^
  // CHECK-NEXT: 0, 1, MPI_INT, win);
  // CHECK-NEXT: ~~~~~~~
  MPI_Get(&number, 1, MPI_INT,
          -7, 0, 1, MPI_INT, win); // expected-warning@-1 {{the target of MPI_Get is '-7'}}
  MPI_Win_fence(0, win);
}

void library(MPI_Win win, double *values) {
  double copy[4];
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Get(copy, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);
  memcpy(values, // expected-warning {{is read by memcpy while MPI_Get}}
         copy, sizeof copy);
  MPI_Win_unlock(1, win);
}
