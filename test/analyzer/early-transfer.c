// Early Transfer in a real run: a put that is too large to be sent ahead waits for the post of its target, which computes
// before it; a small one waits in MPI_Win_complete.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g -O1 %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace OMPI_MCA_osc=^ucx,rdma timeout 60 %mpirun -n 2 %t.exe
// RUN: %mpirun -n 2 %fencepost-analyze -o %t.db %t.trace
// RUN: %query %t.db "SELECT finding, message, why FROM finding WHERE finding IN ('rma-early-transfer', 'rma-late-post') ORDER BY finding" \
// RUN:   "SELECT metric, site.line, rank, value > 0.25 FROM severity JOIN path ON path.id = path JOIN site ON site.id = path.site WHERE metric IN ('rma-early-transfer', 'rma-late-post') AND value > 0.02 ORDER BY metric" > %t.out
// RUN: %FileCheck %s < %t.out
// CHECK: rma-early-transfer|rank 1 waits {{.*}} in MPI_Put at line [[#PUT:]]|
// CHECK-SAME: rank 0 is the last to reach MPI_Win_post at line [[#PUT-5]] for 100 % of this waiting, in 1 wait of 1;
// CHECK-SAME: what the late did beyond the others since they last met: computing in main:{{[0-9]+}} > exchange:[[#PUT-5]] on rank 0 ({{9[0-9.]+|100}} %)
// CHECK: rma-late-post|rank 1 waits {{.*}} in MPI_Win_complete at line [[#PUT+1]]|
// CHECK: rma-early-transfer|[[#PUT]]|1|1
// CHECK-NEXT: rma-late-post|[[#PUT+1]]|1|1
// CHECK-NOT: rma-

#include <mpi.h>
#include <unistd.h>

enum { kMost = 1 << 20 };
static double memory[kMost], values[kMost];

static void exchange(MPI_Win win, MPI_Group other, int rank, int count) {
  if (rank == 0) {
    usleep(300000);
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(other, 0, win);
    // This one waits:
    MPI_Put(values, count, MPI_DOUBLE, 0, 0, count, MPI_DOUBLE, win);
    MPI_Win_complete(win);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group world, other;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int partner = 1 - rank;
  MPI_Group_incl(world, 1, &partner, &other);
  MPI_Barrier(MPI_COMM_WORLD);
  exchange(win, other, rank, kMost);
  MPI_Barrier(MPI_COMM_WORLD);
  exchange(win, other, rank, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
