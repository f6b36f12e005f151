// What waiting for locks, targets, messages and collectives comes from: the rank and the line that was late are
// named, whether it slept or computed there; of a chain of holders each for its part. On a busy machine the ranks may
// ask for the lock in another order: then it is run again.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g -O1 %s -o %t.exe
// RUN: for attempt in 1 2 3 4; do \
// RUN:   rm -rf %t.trace; \
// RUN:   env FENCEPOST_OPTIONS=trace=%t.trace OMPI_MCA_osc=^ucx,rdma timeout 60 %mpirun -n 4 %t.exe || exit 1; \
// RUN:   %mpirun -n 1 %fencepost-analyze --phase 0 -o %t.db %t.trace || exit 1; \
// RUN:   %query %t.db findings \
// RUN:     "SELECT 'delay', b.frame, rank, round(sum(value), 1) FROM severity JOIN path b ON b.id = severity.path WHERE metric = 'delay-short-term' AND value > 0.08 GROUP BY b.frame, rank ORDER BY b.frame, rank" \
// RUN:     "SELECT 'critical', b.frame, rank, round(sum(value), 1) FROM severity JOIN path b ON b.id = path WHERE metric = 'critical-path' AND value > 0.08 GROUP BY b.frame, rank ORDER BY b.frame, rank" > %t.out; \
// RUN:   %FileCheck %s < %t.out && break; \
// RUN:   test $attempt != 4 || exit 1; \
// RUN: done
// RUN: %mpirun -n 3 %fencepost-analyze --phase 1 -o %t.db3 %t.trace
// RUN: for db in %t.db %t.db3; do %query $db "SELECT metric, path, rank, value FROM severity" "SELECT * FROM wait" > $db.sql; done
// RUN: cmp %t.db.sql %t.db3.sql
//
// CHECK-DAG: rma-lock-contention|{{.*}}; what the late did beyond the others since they last met: computing in main:{{[0-9]+}} > hold:[[#HOLD:]] on ranks 1, 2 ({{[6-9][0-9]|100}} %)
// CHECK-DAG: rma-wait-for-progress|{{.*}}; what the late did beyond the others since they last met: computing in main:[[#SERVE:]] on rank 0 ({{[89][0-9]|100}} %)
// CHECK-DAG: delay|hold:[[#HOLD]]|1|{{0.[2-9]|1.[0-9]}}
// CHECK-DAG: delay|hold:[[#HOLD]]|2|{{0.[2-9]|1.[0-9]}}
// CHECK-DAG: delay|main:[[#SERVE]]|0|{{0.[2-9]|1.[0-9]}}
// CHECK-DAG: delay|main:[[#SERVE+5]]|2|{{0.[2-9]|1.[0-9]}}
// CHECK-DAG: delay|main:[[#SERVE+10]]|3|{{0.[2-9]|1.[0-9]}}
// CHECK-DAG: delay|main:[[#SERVE+14]]|1|{{0.[2-9]|1.[0-9]}}
// CHECK-DAG: critical|hold:[[#HOLD]]|1|{{0.[2-9]}}
// CHECK-DAG: critical|hold:[[#HOLD]]|2|{{0.[2-9]}}
// CHECK-DAG: critical|main:[[#SERVE]]|0|{{0.[2-9]}}
// CHECK-DAG: critical|main:[[#SERVE+5]]|2|{{0.[2-9]}}
// CHECK-DAG: critical|main:[[#SERVE+10]]|3|{{0.[2-9]}}
// CHECK-DAG: critical|main:[[#SERVE+14]]|1|{{0.[2-9]}}

#include <mpi.h>
#include <unistd.h>

static int memory[4];

static void spin(double seconds) {
  double end = MPI_Wtime() + seconds;
  while (MPI_Wtime() < end)
    ;
}

// Rank 1 sleeps with the lock, rank 2 computes with it, rank 3 waits for both.
static void hold(MPI_Win win, int rank) {
  int value = rank;
  usleep(60000u * (unsigned)rank);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  if (rank == 1)
    usleep(400000);
  if (rank == 2)
    spin(0.3);
  MPI_Win_unlock(0, win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 0)
    hold(win, rank);
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 1)
    usleep(50000);
  if (rank == 0)
    spin(0.3); // serves nobody meanwhile
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 2)
    spin(0.3); // before it sends
  if (rank == 2)
    MPI_Send(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
  if (rank == 3)
    MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 3)
    usleep(300000); // before a reduction of all
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

  if (rank == 1)
    spin(0.3); // before it broadcasts
  MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
