// The records of persistent, matched, cancelled, freed and asked-for requests.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 2 %t
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 > %t.events 2> %t.complaints
// RUN: test ! -s %t.complaints
// RUN: %FileCheck --input-file=%t.events %s
// RUN: %otf2-print -A %t.trace/traces.otf2 | %FileCheck --check-prefix=ANCHOR %s
//
// ANCHOR-NOT: NOT_FOLLOWED

#include <mpi.h>

int main(int argc, char **argv) {
  int rank, other, sent[4] = {0}, got[4], flag = 0;
  MPI_Request requests[2];
  MPI_Message message;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;

  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Ssend_init@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Ssend_init(sent, 3, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Recv_init@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Recv_init(got, 4, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[1]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Startall@
  // CHECK-NEXT: MPI_ISEND {{.*}} Receiver: 1 {{.*}} Tag: 1, Length: 12, Request: [[#SEND:]]
  // CHECK-NEXT: ("fencepost::synchronous" <{{[0-9]+}}>; UINT32; 1)
  // CHECK: METRIC {{.*}}range::what" {{<[0-9]+>}}; UINT64; 8)
  // CHECK: MPI_IRECV_REQUEST {{.*}} Request: [[#RECV:]]
  // CHECK: METRIC {{.*}}range::what" {{<[0-9]+>}}; UINT64; 9)
  MPI_Startall(2, requests);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Waitall@
  // CHECK-NEXT: MPI_ISEND_COMPLETE {{.*}} Request: [[#SEND]]
  // CHECK-NEXT: MPI_IRECV {{.*}} Tag: 1, Length: 12, Request: [[#RECV]]
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  // Inactive ones have nothing to complete.
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Waitall@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  // The second time they are others.
  // CHECK: MPI_IRECV_REQUEST {{.*}} Request: [[#AGAIN:]]
  MPI_Start(&requests[1]);
  // CHECK: MPI_ISEND {{.*}} Request: [[#LAST:]]
  MPI_Start(&requests[0]);
  // CHECK: MPI_IRECV {{.*}} Request: [[#AGAIN]]
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  // CHECK: MPI_ISEND_COMPLETE {{.*}} Request: [[#LAST]]
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Request_free@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);

  MPI_Send(sent, 2, MPI_INT, other, 2, MPI_COMM_WORLD);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Mprobe@
  // CHECK-NEXT: MPI_IRECV_REQUEST {{.*}} Request: [[#MATCHED:]]
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Mprobe(other, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Mrecv@
  // CHECK-NEXT: ("fencepost::request" <{{[0-9]+}}>; UINT64; [[#MATCHED]])
  // CHECK-NEXT: MPI_IRECV {{.*}} Tag: 2, Length: 8, Request: [[#MATCHED]]
  // CHECK-NEXT: METRIC {{.*}}range::what" {{<[0-9]+>}}; UINT64; 9)
  MPI_Mrecv(got, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Send(sent, 2, MPI_INT, other, 2, MPI_COMM_WORLD);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Mprobe@
  // CHECK-NEXT: MPI_IRECV_REQUEST {{.*}} Request: [[#NONBLOCKING:]]
  MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Imrecv@
  // CHECK-NEXT: ("fencepost::request" <{{[0-9]+}}>; UINT64; [[#NONBLOCKING]])
  // CHECK-NEXT: METRIC {{.*}}range::what" {{<[0-9]+>}}; UINT64; 9)
  MPI_Imrecv(got, 4, MPI_INT, &message, &requests[0]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Wait@
  // CHECK-NEXT: MPI_IRECV {{.*}} Request: [[#NONBLOCKING]]
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);

  // CHECK: MPI_IRECV_REQUEST {{.*}} Request: [[#CANCELLED:]]
  MPI_Irecv(got, 4, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[0]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Cancel@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Cancel(&requests[0]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Wait@
  // CHECK-NEXT: MPI_REQUEST_CANCELLED {{.*}} Request: [[#CANCELLED]]
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);

  // CHECK: MPI_ISEND {{.*}} Request: [[#FREED:]]
  MPI_Issend(sent, 1, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[0]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Request_free@
  // CHECK-NEXT: ("fencepost::request" <{{[0-9]+}}>; UINT64; [[#FREED]])
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Request_free(&requests[0]);
  // CHECK: MPI_IRECV_REQUEST {{.*}} Request: [[#ASKED:]]
  MPI_Irecv(got, 4, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[0]);
  // CHECK: MPI_IRECV {{.*}} Request: [[#ASKED]]
  while (!flag)
    MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Wait@
  // CHECK-NEXT: CALLING_CONTEXT_LEAVE
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Sendrecv_replace@
  // CHECK-NEXT: MPI_SEND {{.*}} Tag: 5, Length: 16
  // CHECK-NEXT: MPI_RECV {{.*}} Tag: 5, Length: 16
  MPI_Sendrecv_replace(sent, 4, MPI_INT, other, 5, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
