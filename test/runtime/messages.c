// Sends, receives and their requests; communicators; collectives. What the program gets back is
// what it gets without us.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -o %t.plain
// RUN: %mpirun -n 4 %t.plain | sort > %t.expected
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 4 %t | sort > %t.out
// RUN: diff %t.expected %t.out
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 > %t.events 2> %t.complaints
// RUN: test ! -s %t.complaints
// RUN: %FileCheck --input-file=%t.events %s
// RUN: %otf2-print -A %t.trace/traces.otf2 | %FileCheck --check-prefix=ANCHOR %s
//
// ANCHOR-NOT: NOT_FOLLOWED

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, in[8] = {0}, out[8], all[32], index, count, done, indices[2];
  MPI_Comm pair, copy;
  MPI_Status status, statuses[2];
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 8; ++i)
    out[i] = 10 * rank + i;

  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Comm_split
  // CHECK: COMM_CREATE
  // CHECK: MPI_COLLECTIVE_END {{.*}}CREATE_HANDLE{{.*}}MPI_COMM_WORLD
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
  MPI_Comm_dup(pair, &copy);
  MPI_Comm_rank(pair, &rank);

  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Sendrecv
  // CHECK-NEXT: MPI_SEND {{.*}} Tag: 5, Length: 8
  // CHECK-NEXT: MPI_RECV {{.*}} Tag: 5, Length: 8
  MPI_Sendrecv(out, 2, MPI_INT, 1 - rank, 5, in, 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, pair,
               &status);
  MPI_Get_count(&status, MPI_INT, &count);
  printf("%d %d: %d ints, %d\n", out[0], status.MPI_SOURCE, count, in[1]);

  // CHECK: MPI_IRECV_REQUEST {{.*}} [[#RECV:]]
  MPI_Irecv(in, 8, MPI_INT, MPI_ANY_SOURCE, 7, copy, &requests[0]);
  // CHECK: MPI_ISEND {{.*}} Tag: 7, Length: 12{{.*}} [[#SEND:]]
  MPI_Isend(out, 3, MPI_INT, 1 - rank, 7, copy, &requests[1]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Waitall
  // CHECK-DAG: MPI_IRECV {{.*}} Tag: 7, Length: 12{{.*}} [[#RECV]]
  // CHECK-DAG: MPI_ISEND_COMPLETE {{.*}} [[#SEND]]
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);

  MPI_Irecv(in, 8, MPI_INT, 1 - rank, 8, copy, &requests[0]);
  MPI_Isend(out + 4, 3, MPI_INT, 1 - rank, 8, copy, &requests[1]);
  for (int i = 0; i < 2; ++i) {
    MPI_Waitany(2, requests, &index, &status);
    if (index == 0)
      printf("%d: from %d tag %d: %d\n", out[0], status.MPI_SOURCE, status.MPI_TAG, in[0]);
  }
  MPI_Irecv(in, 8, MPI_INT, 1 - rank, 9, copy, &requests[0]);
  MPI_Isend(out + 4, 3, MPI_INT, 1 - rank, 9, copy, &requests[1]);
  for (int got = 0; got < 2; got += done == MPI_UNDEFINED ? 0 : done)
    MPI_Testsome(2, requests, &done, indices, statuses);
  MPI_Irecv(in, 8, MPI_INT, 1 - rank, 10, copy, &requests[0]);
  MPI_Send(out, 1, MPI_INT, 1 - rank, 10, copy);
  do
    MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
  while (!done);
  printf("%d: %d, null %d\n", out[0], in[0], requests[0] == MPI_REQUEST_NULL);

  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Bcast
  // CHECK: MPI_COLLECTIVE_END {{.*}}BCAST, {{.*}} Root: {{.*}} Sent: 16, Received: 0
  MPI_Bcast(out, 4, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: MPI_COLLECTIVE_END {{.*}}ALLREDUCE, {{.*}} Sent: 8, Received: 8
  MPI_Allreduce(MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // CHECK: MPI_COLLECTIVE_END {{.*}}GATHER, {{.*}} Sent: 8, Received: 32
  MPI_Gather(in, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: MPI_COLLECTIVE_END {{.*}}ALLTOALL, {{.*}} Sent: 32, Received: 32
  MPI_Alltoall(out, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
  // CHECK: MPI_COLLECTIVE_END {{.*}}SCATTERV, {{.*}} Sent: 24, Received: 4
  MPI_Scatterv(out, (int[]){1, 2, 1, 2}, (int[]){0, 1, 3, 4}, MPI_INT, in, rank ? 2 : 1, MPI_INT, 0,
               MPI_COMM_WORLD);
  printf("%d: %d %d\n", out[0], in[0], all[3]);
  MPI_Comm_free(&copy);
  // CHECK: COMM_DESTROY
  MPI_Comm_free(&pair);
  // To nobody: enter and leave alone.
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Send@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
