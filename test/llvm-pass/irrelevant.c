// Filter (a): memory that MPI never hears of has no sites; everything else has.
// RUN: %clang -O0 -g -fpass-plugin=%pass %mpi-include -c %s -o %t-0.o
// RUN: llvm-objcopy -O binary --only-section=fencepost_sites %t-0.o %t-0.records
// RUN: tr '\0\t' '\n|' < %t-0.records | sort -u | cut -d'|' -f2,6 | grep -v C > %t-0.lines
// RUN: %FileCheck %s --match-full-lines < %t-0.lines --implicit-check-not='{{[LS].*}}'
// RUN: %clang -O2 -g -fpass-plugin=%pass %mpi-include -c %s -o %t-2.o
// RUN: llvm-objcopy -O binary --only-section=fencepost_sites %t-2.o %t-2.records
// RUN: tr '\0\t' '\n|' < %t-2.records | sort -u | cut -d'|' -f2,6 | grep -v C > %t-2.lines
// RUN: %FileCheck %s --match-full-lines < %t-2.lines --implicit-check-not='{{[LS].*}}'
// REQUIRES: openmpi

#include <mpi.h>
#include <stdlib.h>

static int hidden[16];
static int shown[16];
static const int constants[4] = {1, 2, 3, 4};
static _Thread_local int mine;
int sum;

void open(MPI_Win *result) {
  MPI_Win_create(shown, sizeof shown, 4, MPI_INFO_NULL, MPI_COMM_WORLD, result);
}

int locals(volatile int *outside, int n) {
  volatile int local[16];
  local[n] = n;
  hidden[n] = constants[n] + ++mine;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request request;
  volatile int buffer[4];
  // CHECK-DAG: S|[[#@LINE+1]]
  buffer[n] = n;
  MPI_Irecv((void *)buffer, 4, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  volatile int *heap = malloc(400);
  int result = local[n] + heap[n] + hidden[3] + (request == MPI_REQUEST_NULL);
  free((void *)heap);
  // CHECK-DAG: L|[[#@LINE+1]]
  result += outside[n];
  // CHECK-DAG: L|[[#@LINE+1]]
  return result + shown[n];
}
