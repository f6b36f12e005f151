// A synchronous send waits for the receive of its message, not for the matched probe that finds it.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 2 %t.exe
// RUN: %analyze -o %t.db %t.trace
// RUN: %query %t.db \
// RUN:   "SELECT metric, path.frame, CASE WHEN sum(value) BETWEEN 0.1 AND 0.9 THEN 'as long' ELSE sum(value) END FROM severity JOIN path ON path.id = severity.path WHERE metric IN ('late-receiver', 'late-sender') AND value > 0.1 GROUP BY metric, path.frame ORDER BY metric" > %t.out
// RUN: %FileCheck %s < %t.out
//
// CHECK: late-receiver|main:[[#SSEND:]]|as long
// CHECK-NEXT: late-sender|main:[[#SSEND+3]]|as long
// CHECK-NOT: {{.}}

#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 0;
  MPI_Message message;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    usleep(200000);
    MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    // The receive needs not follow its probe at once.
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Comm_rank(MPI_COMM_SELF, &value);
    MPI_Barrier(MPI_COMM_SELF);
    usleep(200000);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
