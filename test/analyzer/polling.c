// Who polls waits: tests and probes that find nothing are late senders' and late collectives' waiting, and no computing
// that makes others late.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g -O1 %s -o %t.exe
// RUN: for attempt in 1 2 3 4; do \
// RUN:   rm -rf %t.trace; \
// RUN:   env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 3 %t.exe || exit 1; \
// RUN:   %fencepost-analyze -o %t.db %t.trace || exit 1; \
// RUN:   %query %t.db \
// RUN:     "SELECT 'waits', metric, site.line, site.call, rank, value > 0.12 FROM severity JOIN path ON path.id = path JOIN site ON site.id = path.site WHERE metric IN ('late-sender', 'wait-at-barrier') AND value > 0.06 ORDER BY site.line, rank" \
// RUN:     "SELECT 'delay', frame, rank, round(sum(value), 1) FROM severity JOIN path ON path.id = path WHERE metric = 'delay' AND value > 0.06 GROUP BY frame, rank ORDER BY rank, frame" \
// RUN:     "SELECT 'critical', frame, rank FROM severity JOIN path ON path.id = path WHERE metric = 'critical-path' AND value > 0.1 ORDER BY rank, frame" > %t.out; \
// RUN:   %FileCheck %s < %t.out && break; \
// RUN:   test $attempt != 4 || exit 1; \
// RUN: done
//
// CHECK: waits|late-sender|[[#TEST:]]|MPI_Test|0|1
// CHECK-NEXT: waits|late-sender|[[#TEST+7]]|MPI_Iprobe|0|1
// CHECK-NEXT: waits|late-sender|[[#TEST+15]]|MPI_Improbe|0|1
// CHECK-NEXT: waits|wait-at-barrier|[[#TEST+22]]|MPI_Test|0|1
// CHECK-NEXT: waits|wait-at-barrier|[[#TEST+22]]|MPI_Test|2|1
// CHECK-NEXT: waits|wait-at-barrier|[[#]]|MPI_Barrier|2|1
//
// All of it is due to what rank 1 computes, also where rank 2 waits for rank 0.
// CHECK-NOT: delay|{{.*}}|{{[02]}}|
// CHECK: delay|{{.*}}|1|1.{{[0-5]}}
// CHECK-NOT: delay|{{.*}}|{{[02]}}|
// CHECK-NOT: critical|{{.*}}|0
// CHECK: critical|{{.*}}|1
// CHECK-NOT: critical|{{.*}}|0

#include <mpi.h>

static int value, done;

static void work(void) {
  double end = MPI_Wtime() + 0.2;
  while (MPI_Wtime() < end)
    ;
}

static void test(void) {
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  for (done = 0; !done;)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

static void probe(void) {
  MPI_Status status;
  done = 0;
  while (!done)
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &done, &status);
  MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void take(void) {
  MPI_Message message;
  done = 0;
  while (!done)
    MPI_Improbe(1, 0, MPI_COMM_WORLD, &done, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static void barrier(MPI_Request *request) {
  done = 0;
  while (!done)
    MPI_Test(request, &done, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Request request;
  void (*const await[])(void) = {test, probe, take};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; ++i) {
    if (rank == 1) {
      work();
      MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
      await[i]();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 1)
    work();
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  barrier(&request);
  MPI_Finalize();
  return 0;
}
