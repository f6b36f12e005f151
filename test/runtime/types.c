// The bytes an operation touches: only those of its datatypes.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 2 %t
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 | %FileCheck %s
//
// The kinds of the ranges are 3 (origin), 7 (target); then address, bytes, stride, count.

#include <mpi.h>
#include <stdio.h>

static double buffer[1000];

static void put(MPI_Datatype origin, int count, MPI_Datatype target, int targetCount, MPI_Win win) {
  MPI_Type_commit(&origin);
  MPI_Type_commit(&target);
  MPI_Put(buffer, count, origin, 0, 3, targetCount, target, win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  int rank;
  double *memory;
  MPI_Win win;
  MPI_Datatype a, b, c;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(buffer), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank)
    for (int i = 0; i < 6; ++i)
      MPI_Win_fence(0, win);
  else {
    // CHECK: RMA_PUT {{.*}} Bytes: 80
    // CHECK-NEXT: "fencepost::displacement" <{{[0-9]+}}>; INT64; 3
    // CHECK-NEXT: what" <0>; UINT64; 3), {{.*}}bytes" <2>; UINT64; 80), {{.*}}stride" <3>; UINT64; 0), {{.*}}count" <4>; UINT64; 1)
    // CHECK-NEXT: what" <0>; UINT64; 7), {{.*}}address" <1>; UINT64; 0), {{.*}}bytes" <2>; UINT64; 80), {{.*}}stride" <3>; UINT64; 0), {{.*}}count" <4>; UINT64; 1)
    put(MPI_DOUBLE, 10, MPI_DOUBLE, 10, win);

    // A column of a matrix of 20, from contiguous memory.
    // CHECK: RMA_PUT {{.*}} Bytes: 80
    // CHECK: UINT64; 3), {{.*}}bytes" <2>; UINT64; 80), {{.*}}count" <4>; UINT64; 1)
    // CHECK-NEXT: UINT64; 7), {{.*}}address" <1>; UINT64; 0), {{.*}}bytes" <2>; UINT64; 8), {{.*}}stride" <3>; UINT64; 160), {{.*}}count" <4>; UINT64; 10)
    MPI_Type_vector(10, 1, 20, MPI_DOUBLE, &a);
    put(MPI_DOUBLE, 10, a, 1, win);

    // Two such columns side by side: resized, so that the second starts at the next double.
    // CHECK: RMA_PUT {{.*}} Bytes: 160
    // CHECK: UINT64; 7), {{.*}}address" <1>; UINT64; 0), {{.*}}bytes" <2>; UINT64; 16), {{.*}}stride" <3>; UINT64; 160), {{.*}}count" <4>; UINT64; 10)
    MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &b);
    put(MPI_DOUBLE, 20, b, 1, win);

    // A box of 3 x 4 in a matrix of 6 x 10, at (1, 2).
    // CHECK: RMA_PUT {{.*}} Bytes: 96
    // CHECK: UINT64; 7), {{.*}}address" <1>; UINT64; 96), {{.*}}bytes" <2>; UINT64; 32), {{.*}}stride" <3>; UINT64; 80), {{.*}}count" <4>; UINT64; 3)
    MPI_Type_create_subarray(2, (int[]){6, 10}, (int[]){3, 4}, (int[]){1, 2}, MPI_ORDER_C,
                             MPI_DOUBLE, &c);
    put(MPI_DOUBLE, 12, c, 1, win);

    // Blocks of different lengths, of which two touch.
    // CHECK: RMA_PUT {{.*}} Bytes: 48
    // CHECK: UINT64; 3), {{.*}}bytes" <2>; UINT64; 24), {{.*}}stride" <3>; UINT64; 40), {{.*}}count" <4>; UINT64; 2)
    MPI_Type_indexed(3, (int[]){1, 2, 3}, (int[]){0, 1, 5}, MPI_DOUBLE, &c);
    put(c, 1, MPI_DOUBLE, 6, win);

    // A struct with a hole.
    // CHECK: RMA_PUT {{.*}} Bytes: 12
    // CHECK: UINT64; 7), {{.*}}address" <1>; UINT64; 0), {{.*}}bytes" <2>; UINT64; 4), {{.*}}count" <4>; UINT64; 1)
    // CHECK-NEXT: UINT64; 7), {{.*}}address" <1>; UINT64; 8), {{.*}}bytes" <2>; UINT64; 8), {{.*}}count" <4>; UINT64; 1)
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &c);
    put(c, 1, c, 1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
