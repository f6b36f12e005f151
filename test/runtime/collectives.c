// The records of collectives: buffers without what stays in place, neighbours, roots of
// inter-communicators; and of communicators that are made later or of two groups.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 3 %t
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 > %t.events 2> %t.complaints
// RUN: test ! -s %t.complaints
// RUN: %FileCheck --input-file=%t.events %s
// RUN: %otf2-print -G %t.trace/traces.otf2 | %FileCheck --check-prefix=DEFINITIONS %s
// RUN: %otf2-print -A %t.trace/traces.otf2 | %FileCheck --check-prefix=ANCHOR %s
//
// ANCHOR-NOT: NOT_FOLLOWED
//
// Each group once, whatever has it.
// DEFINITIONS-DAG: GROUP [[#WORLD:]] {{.*}}COMM_GROUP, {{.*}} 3 Members: 0 ({{.*}}), 1 ({{.*}}), 2 (
// DEFINITIONS-DAG: GROUP [[#SECOND:]] {{.*}}COMM_GROUP, {{.*}} 2 Members: 2 ({{.*}}), 1 ({{[^,]*}}){{$}}
// DEFINITIONS-DAG: GROUP [[#FIRST:]] {{.*}}COMM_GROUP, {{.*}} 1 Member: 0 ({{[^,]*}}){{$}}
// DEFINITIONS: COMM 0 {{.*}}"MPI_COMM_WORLD" <{{[0-9]+}}>, Group: "" <[[#WORLD]]>
// DEFINITIONS-DAG: COMM {{.*}}"later" <{{[0-9]+}}>, Group: "" <[[#WORLD]]>, Parent: "MPI_COMM_WORLD" <0>
// DEFINITIONS-DAG: COMM {{.*}} Group: "" <[[#SECOND]]>, Parent: "MPI_COMM_WORLD" <0>
// DEFINITIONS-DAG: INTER_COMM {{.*}}"inter" <{{[0-9]+}}>, Group A: "" <[[#FIRST]]>, Group B: "" <[[#SECOND]]>, Common Communicator: UNDEFINED

#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, data[3] = {0}, more[3] = {0}, counts[3] = {1, 0, 1}, places[3] = {2, 0, 0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int isRoot = rank == 0;

  // CHECK: MPI_COLLECTIVE_END {{.*}} GATHER, {{.*}} Root: 0 {{.*}} Sent: 0, Received: 16
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 9), {{.*}}bytes" <2>; UINT64; 16), {{.*}}count" <4>; UINT64; 1)
  // CHECK-NEXT: LEAVE
  static int pairs[6];
  MPI_Gather(isRoot ? MPI_IN_PLACE : data, 2, MPI_INT, pairs, 2, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: MPI_COLLECTIVE_END {{.*}} SCATTERV, {{.*}} Sent: 8, Received: 4
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 8), {{.*}}bytes" <2>; UINT64; 4)
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 8), {{.*}}bytes" <2>; UINT64; 4)
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 9), {{.*}}bytes" <2>; UINT64; 4)
  // CHECK-NEXT: LEAVE
  MPI_Scatterv(data, counts, places, MPI_INT, more, counts[rank], MPI_INT, 0, MPI_COMM_WORLD);
  // Exclusive, so rank 0 receives nothing.
  // CHECK: MPI_COLLECTIVE_END {{.*}} EXSCAN, {{.*}} Sent: 4, Received: 0
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 8)
  // CHECK-NEXT: LEAVE
  MPI_Exscan(data, more, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

  // Nobody is before rank 0: the first block is not touched.
  // CHECK: MPI_COLLECTIVE_END {{.*}} ALLTOALL, {{.*}} Sent: 4, Received: 4
  // CHECK-NEXT: ("fencepost::sources" <{{[0-9]+}}>; GROUP; "" <[[AFTER:[0-9]+]]>), ("fencepost::destinations" <{{[0-9]+}}>; GROUP; "" <[[AFTER]]>)
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 8), {{.*}}bytes" <2>; UINT64; 4)
  // CHECK-NEXT: METRIC {{.*}}what" <0>; UINT64; 9), {{.*}}bytes" <2>; UINT64; 4)
  // CHECK-NEXT: LEAVE
  MPI_Comm line, inter, half, later;
  int three = 3, periodic = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &three, &periodic, 0, &line);
  MPI_Neighbor_alltoall(data, 1, MPI_INT, more, 1, MPI_INT, line);

  // CHECK: MPI_Comm_idup@
  // CHECK-NEXT: NON_BLOCKING_COLLECTIVE_REQUEST {{.*}} Request: [[#DUPLICATE:]]
  // CHECK-NEXT: LEAVE
  // CHECK: MPI_Wait@
  // CHECK-NEXT: COMM_CREATE {{.*}} Communicator: "later"
  // CHECK-NEXT: NON_BLOCKING_COLLECTIVE_COMPLETE {{.*}} CREATE_HANDLE, Communicator: "MPI_COMM_WORLD" {{.*}} Request: [[#DUPLICATE]]
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_set_name(later, "later");
  // CHECK: MPI_Ineighbor_allgather@
  // CHECK: NON_BLOCKING_COLLECTIVE_COMPLETE {{.*}} ALLGATHER,
  // CHECK-NEXT: ("fencepost::sources" <{{[0-9]+}}>; GROUP; "" <[[AFTER]]>)
  MPI_Ineighbor_allgather(data, 1, MPI_INT, more, 1, MPI_INT, line, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  // CHECK: COMM_CREATE {{.*}} Communicator: "inter"
  // CHECK-NEXT: MPI_COLLECTIVE_END {{.*}} CREATE_HANDLE, Communicator: "inter"
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, -rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 2, 1, &inter);
  MPI_Comm_set_name(inter, "inter");
  // CHECK: MPI_COLLECTIVE_END {{.*}} BCAST, Communicator: "inter" {{.*}} Root: SELF, Sent: 4, Received: 0
  MPI_Bcast(data, 1, MPI_INT, isRoot ? MPI_ROOT : 0, inter);
  // CHECK: MPI_COLLECTIVE_END {{.*}} BCAST, Communicator: "inter" {{.*}} Root: 1 {{.*}} Sent: 0, Received: 4
  MPI_Bcast(data, 1, MPI_INT, isRoot ? 1 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, inter);
  // CHECK: MPI_COLLECTIVE_END {{.*}} ALLGATHER, Communicator: "inter" {{.*}} Sent: 4, Received: 8
  MPI_Allgather(data, 1, MPI_INT, more, 1, MPI_INT, inter);
  // CHECK: COMM_DESTROY {{.*}} "inter"
  MPI_Comm_disconnect(&inter);
  // CHECK: COMM_DESTROY {{.*}} "later"
  MPI_Comm_free(&later);
  MPI_Comm_free(&half);
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
