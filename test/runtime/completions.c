// Which call completes which operation, and how.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: env FENCEPOST_OPTIONS=access=off:trace=%t.trace %mpirun -n 2 %t
// RUN: %otf2-print -L 0 %t.trace/traces.otf2 | %FileCheck %s

#include <mpi.h>

int main(int argc, char **argv) {
  int rank, other, data[4] = {0}, result, *memory, done;
  MPI_Win win;
  MPI_Group world, group;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);

  // CHECK: RMA_REQUEST_LOCK {{.*}} Remote: {{.*}}<1>{{.*}} SHARED
  // CHECK: RMA_ACQUIRE_LOCK
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  // CHECK: RMA_PUT {{.*}} Matching: [[#PUT:]]
  MPI_Put(data, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_flush_local@
  // CHECK: ("fencepost::target" <{{[0-9]+}}>; UINT32; 1)
  // CHECK: RMA_OP_COMPLETE_NON_BLOCKING {{.*}} Matching: [[#PUT]]
  MPI_Win_flush_local(other, win);
  // CHECK: RMA_ATOMIC {{.*}} Type: FETCH_AND_ACCUMULATE, {{.*}} Matching: [[#FETCH:]]
  // CHECK: ("fencepost::op" {{.*}} "MPI_SUM"
  MPI_Fetch_and_op(data, &result, MPI_INT, other, 1, MPI_SUM, win);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_flush@
  // CHECK: RMA_OP_COMPLETE_REMOTE {{.*}} Matching: [[#PUT]]
  // CHECK-NEXT: RMA_OP_COMPLETE_REMOTE {{.*}} Matching: [[#FETCH]]
  MPI_Win_flush(other, win);
  // CHECK: RMA_GET {{.*}} Matching: [[#GET:]]
  MPI_Rget(data, 1, MPI_INT, other, 0, 1, MPI_INT, win, &requests[0]);
  // CHECK: RMA_PUT {{.*}} Matching: [[#RPUT:]]
  MPI_Rput(data + 1, 1, MPI_INT, other, 3, 1, MPI_INT, win, &requests[1]);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Waitall
  // CHECK: RMA_OP_COMPLETE_NON_BLOCKING {{.*}} Matching: [[#GET]]
  // CHECK-NEXT: RMA_OP_COMPLETE_NON_BLOCKING {{.*}} Matching: [[#RPUT]]
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_unlock
  // CHECK: RMA_OP_COMPLETE_REMOTE {{.*}} Matching: [[#GET]]
  // CHECK-NEXT: RMA_OP_COMPLETE_REMOTE {{.*}} Matching: [[#RPUT]]
  // CHECK-NEXT: RMA_RELEASE_LOCK
  MPI_Win_unlock(other, win);

  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &group);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_post
  // CHECK-NEXT: RMA_GROUP_SYNC
  // CHECK-NEXT: ("fencepost::assert" <{{[0-9]+}}>; UINT32; 4)
  MPI_Win_post(group, MPI_MODE_NOPUT, win);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_start
  // CHECK-NEXT: RMA_GROUP_SYNC
  MPI_Win_start(group, 0, win);
  // CHECK: RMA_GET {{.*}} Matching: [[#LAST:]]
  MPI_Get(data, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_complete
  // CHECK-NEXT: RMA_OP_COMPLETE_NON_BLOCKING {{.*}} Matching: [[#LAST]]
  // CHECK-NEXT: RMA_GROUP_SYNC
  MPI_Win_complete(win);
  // CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_test
  // CHECK: RMA_GROUP_SYNC
  do
    MPI_Win_test(win, &done);
  while (!done);
  // CHECK-NOT: RMA_OP_COMPLETE
  // CHECK: RMA_WIN_DESTROY
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
