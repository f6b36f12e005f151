// Synchronization that lacks a partner is an error at its line, whether the program ends or hangs. Without an
// argument nothing is wrong with it.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: for what in fence post start free nothing; do \
// RUN:   env FENCEPOST_OPTIONS=trace=%t.$what timeout 10 %mpirun -n 3 %t.exe $what; \
// RUN:   test -e %t.$what/traces.otf2 || %complete %t.$what || exit 1; \
// RUN:   for n in 1 2; do %mpirun -n $n %fencepost-analyze -o %t.$n.db %t.$what || exit 1; done; \
// RUN:   for n in 1 2; do echo $what $n; %query %t.$n.db findings; done; \
// RUN: done > %t.out 2>&1
// RUN: %fencepost-analyze --exit-status -o %t.1.db %t.post; test $? -eq 1
// RUN: %fencepost-analyze --exit-status -o %t.1.db %t.nothing
// RUN: %FileCheck %s --implicit-check-not='|error|' < %t.out
//
// CHECK: fence 1
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[FENCE:[0-9]+]]|MPI_Win_fence at line [[FENCE]] lacks rank 1|all ranks of {{.*}} must call it; the last synchronization of {{.*}} on rank 1 is MPI_Win_create
// CHECK: fence 2
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[FENCE]]|MPI_Win_fence at line [[FENCE]] lacks rank 1
// CHECK: post 1
// CHECK: rma-unclosed-epoch|error|rma-unmatched-sync.c|{{[0-9]+}}|MPI_Finalize
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[POST:[0-9]+]]|MPI_Win_post at line [[POST]] on rank 0 names rank 2, which has no matching MPI_Win_start
// CHECK: post 2
// CHECK: rma-unclosed-epoch|error|rma-unmatched-sync.c|{{[0-9]+}}|MPI_Finalize
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[POST]]|MPI_Win_post
// CHECK: start 1
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[START:[0-9]+]]|MPI_Win_start at line [[START]] on rank 0 names rank 1, which has no matching MPI_Win_post
// CHECK: start 2
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[START]]|MPI_Win_start
// CHECK: free 1
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[FREE:[0-9]+]]|MPI_Win_fence at line [[FREE]] on rank 0 meets MPI_Win_free at line {{[0-9]+}} on ranks 1, 2
// CHECK: free 2
// CHECK: rma-unmatched-sync|error|rma-unmatched-sync.c|[[FREE]]|MPI_Win_fence
// CHECK: nothing 1
// CHECK: nothing 2

#include <mpi.h>
#include <string.h>

static int memory[8];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *what = argc > 1 ? argv[1] : "";
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int ranks[] = {1, 2}, zero = 0;

  if (!strcmp(what, "fence") && rank != 1)
    MPI_Win_fence(0, win);
  if (!strcmp(what, "post") && rank == 0) {
    MPI_Group_incl(world, 2, ranks, &other);
    MPI_Win_post(other, 0, win);
  }
  if (!strcmp(what, "post") && rank == 1) {
    MPI_Group_incl(world, 1, &zero, &other);
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
  }
  if (!strcmp(what, "start") && rank == 0) {
    MPI_Group_incl(world, 1, ranks, &other);
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
  }
  if (!strcmp(what, "free")) {
    if (rank == 0)
      MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_free(&win);
  }
  if (!strcmp(what, "nothing")) {
    // Empty groups, oneself as a partner, and a test instead of a wait are all right.
    int done = 0;
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_post(world, 0, win);
    MPI_Win_start(world, 0, win);
    MPI_Win_complete(win);
    while (!done)
      MPI_Win_test(win, &done);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
  return 0;
}
