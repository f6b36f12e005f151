// Our own traces: waits at their source lines, with call paths; tests count as waiting; a comment silences a note.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 3 %t.exe
// RUN: %mpirun -n 2 %fencepost-analyze -o %t.db %t.trace
// RUN: %query %t.db findings \
// RUN:   "SELECT 'path ' || a.frame || ' > ' || b.frame, round(sum(value), 1) FROM severity JOIN path b ON b.id = severity.path JOIN path a ON a.id = b.parent WHERE metric = 'rma-wait-at-fence' AND value > 0.05 GROUP BY a.frame, b.frame" \
// RUN:   "SELECT 'tests', sum(value) > 0.1 AND sum(value) < 0.9 FROM severity JOIN path ON path.id = severity.path JOIN site ON site.id = path.site WHERE metric = 'rma-early-wait' AND site.call = 'MPI_Win_test'" > %t.out
// RUN: %FileCheck %s < %t.out
//
// CHECK: rma-early-wait|note|waits.c|[[#TEST:]]|
// CHECK-SAME: rank 0 waits {{.*}} in MPI_Win_test at line [[#TEST]]|
// CHECK-SAME: rank 1 is the last to reach MPI_Win_complete at line [[#TEST-5]] for 100 % of this waiting, in 1 wait of 1;{{.*}}computing between MPI_Put at line [[#TEST-7]] and MPI_Win_complete at line [[#TEST-5]]
// CHECK: rma-late-post|note|{{.*}}|comment {{.*}}waits.c:[[#TEST+8]]
// CHECK: rma-unneeded-sync|note|waits.c|[[#FENCE:]]|
// CHECK-SAME: MPI_Win_fence at line [[#FENCE]] synchronizes all 3 ranks of the window, but 83 % of the pairs exchange nothing (15 of 18)|operations reach rank 1 from rank 0, in each of 3 epochs|{{.*}}the fences cannot simply be replaced: the window has epochs of post/start/complete/wait, too|
// CHECK: rma-wait-at-fence|note|waits.c|[[#FENCE]]|ranks 0, 1 wait {{[0-9.]+}} s {{.*}} in MPI_Win_fence at line [[#FENCE]]|rank 2 is the last to reach MPI_Win_fence at line [[#FENCE]] for {{9[0-9.]+|100}} % of this waiting
// CHECK: path main:{{[0-9]+}} > step:[[#FENCE]]|{{0.[6-9]|1.[0-9]}}
// CHECK: tests|1

#include <mpi.h>
#include <unistd.h>

static int memory[8], value;

static void step(MPI_Win win, int rank) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 2)
    usleep(100000);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void pairs(MPI_Win win, MPI_Group group, int rank) {
  int done = 0;
  if (rank == 1) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    usleep(200000);
    MPI_Win_complete(win);
  }
  if (rank == 0) {
    MPI_Win_post(group, 0, win);
    while (!done)
      MPI_Win_test(win, &done);
  }
}

static void late(MPI_Win win, MPI_Group group, int rank) {
  if (rank == 1) {
    MPI_Win_start(group, 0, win); // fencepost-ignore: rma-late-post
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win); // fencepost-ignore: rma-late-post
  }
  if (rank == 0) {
    usleep(200000);
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int partner = rank == 0;
  MPI_Group_incl(world, 1, &partner, &other);

  for (int i = 0; i < 3; ++i)
    step(win, rank);
  MPI_Barrier(MPI_COMM_WORLD);
  pairs(win, other, rank);
  MPI_Barrier(MPI_COMM_WORLD);
  late(win, other, rank);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
