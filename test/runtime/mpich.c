// The same runtime for MPICH: its handles are numbers, and complete sends share one.
//
// REQUIRES: mpich
// RUN: mpicc.mpich -w %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/mpich -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/mpich -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun-mpich -n 2 %t | %FileCheck --check-prefix=OUT %s
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 > %t.events
// RUN: %FileCheck --input-file=%t.events %s
// RUN: test $(grep -c "MPI_ISEND_COMPLETE" %t.events) = 10
//
// OUT-DAG: rank 0: 45 16
// OUT-DAG: rank 1: 45 16

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, other, in[10], out[10], sum = 0, *memory;
  MPI_Win win;
  MPI_Datatype pairs;
  MPI_Request requests[20];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  for (int i = 0; i < 10; ++i)
    MPI_Irecv(&in[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < 10; ++i) {
    out[i] = i;
    MPI_Isend(&out[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[10 + i]);
  }
  MPI_Waitall(20, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 10; ++i)
    sum += in[i];

  MPI_Win_allocate(4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Type_vector(2, 2, 4, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  out[5] = 16;
  MPI_Win_fence(0, win);
  // CHECK: RMA_PUT {{.*}} Bytes: 16
  // CHECK: UINT64; 7), {{.*}}address" <1>; UINT64; 0), {{.*}}bytes" <2>; UINT64; 8), {{.*}}stride" <3>; UINT64; 16), {{.*}}count" <4>; UINT64; 2)
  MPI_Put(&out[4], 4, MPI_INT, other, 1, 1, pairs, win);
  // CHECK: RMA_OP_COMPLETE_REMOTE
  MPI_Win_fence(0, win);
  // CHECK: RMA_REQUEST_LOCK {{.*}} EXCLUSIVE
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, MPI_MODE_NOCHECK, win);
  // CHECK: ("fencepost::assert" <{{[0-9]+}}>; UINT32; 1)
  MPI_Get(&in[0], 1, MPI_INT, other, 0, 1, MPI_INT, win);
  // CHECK: RMA_OP_COMPLETE_REMOTE
  // CHECK: RMA_RELEASE_LOCK
  MPI_Win_unlock(other, win);
  printf("rank %d: %d %d\n", rank, sum, memory[2]);
  MPI_Type_free(&pairs);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
