// Delays, the critical path and the longest waits of a run: rank 2 computes too long before a fence, then rank 0 before a
// post, so that rank 1, which waits for it, makes rank 2 wait.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 3 %t.exe
// RUN: %mpirun -n 2 %fencepost-analyze -o %t.db %t.trace && %mpirun -n 3 %fencepost-analyze -o %t.db3 %t.trace
// RUN: %query %t.db findings \
// RUN:   "SELECT 'delay', a.frame, a.frame || ' > ' || b.frame, rank, round(sum(CASE metric WHEN 'delay-short-term' THEN value END), 1), round(total(CASE metric WHEN 'delay-long-term' THEN value END), 1) FROM severity JOIN path b ON b.id = severity.path JOIN path a ON a.id = b.parent WHERE value > 0.08 GROUP BY a.frame, b.frame, rank HAVING sum(metric LIKE 'delay-%') ORDER BY b.frame" \
// RUN:   "SELECT 'critical', rank, round(sum(value), 1) FROM severity JOIN path ON path.id = path WHERE metric = 'critical-path' AND value > 0.08 GROUP BY rank, frame ORDER BY frame" \
// RUN:   "SELECT 'of the run', sum(value) BETWEEN (SELECT max(end) - max(begin) FROM rank) - 0.001 AND (SELECT max(end) - min(begin) FROM rank) + 0.001 FROM severity WHERE metric = 'critical-path'" \
// RUN:   "SELECT 'delays are waits', sum(CASE metric WHEN 'delay' THEN value ELSE -value END) > -0.01 FROM severity WHERE metric IN ('delay', 'rma-wait-at-fence', 'rma-late-post', 'rma-early-wait')" \
// RUN:   "SELECT 'wait', metric, rank, late_rank, round(end - begin, 1), b.frame, l.frame FROM wait JOIN path b ON b.id = path JOIN path l ON l.id = late_path WHERE end - begin > 0.08 ORDER BY metric DESC, rank" > %t.out
// RUN: %FileCheck %s < %t.out
//
// What is found does not depend on who looks for it.
// RUN: %query %t.db "SELECT metric, path, rank, value FROM severity" "SELECT * FROM wait" > %t.two
// RUN: %query %t.db3 "SELECT metric, path, rank, value FROM severity" "SELECT * FROM wait" | cmp - %t.two
//
// The wait for the chain's end is for the most part waiting itself.
// CHECK: rma-early-wait|{{.*}}; what the late did beyond the others since they last met:{{.*}}waiting of its own on rank 1
// CHECK: rma-late-post|{{.*}}; what the late did beyond the others since they last met: computing in main:{{[0-9]+}} > target:[[#POST:]] on rank 0 ({{9[0-9]|100}} %)
// CHECK: rma-wait-at-fence|{{.*}}; what the late did beyond the others since they last met: computing in main:{{[0-9]+}} > fences:[[#FENCE:]] on rank 2 ({{9[0-9]|100}} %)
// CHECK-DAG: delay|main:[[#]]|main:[[#]] > fences:[[#FENCE]]|2|0.{{[5-9]}}|0.
// CHECK-DAG: delay|main:[[#]]|main:[[#]] > target:[[#POST]]|0|0.{{[1-4]}}|0.{{[1-4]}}
// CHECK-DAG: critical|2|0.{{[2-6]}}
// CHECK-DAG: critical|0|0.{{[1-5]}}
// CHECK: of the run|1
// CHECK: delays are waits|1
// CHECK: wait|rma-wait-at-fence|0|2|0.{{[2-6]}}|fences:[[#FENCE]]|fences:[[#FENCE]]
// CHECK: wait|rma-wait-at-fence|1|2|0.{{[2-6]}}|
// CHECK: wait|rma-late-post|1|0|0.{{[1-5]}}|middle:{{.*}}|target:[[#POST]]
// CHECK: wait|rma-early-wait|2|1|0.{{[1-5]}}|

#include <mpi.h>
#include <unistd.h>

static int memory[8], value;

static void fences(MPI_Win win, int rank) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % 3, 0, 1, MPI_INT, win);
  if (rank == 2)
    usleep(300000);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void target(MPI_Win win, MPI_Group group) {
  usleep(200000);
  MPI_Win_post(group, 0, win);
  MPI_Win_wait(win);
}

// Its epoch ends only after the other's, for which it has to wait.
static void middle(MPI_Win win, MPI_Win other, MPI_Group first, MPI_Group last) {
  MPI_Win_start(last, 0, other);
  MPI_Win_start(first, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_complete(other);
}

static void end(MPI_Win other, MPI_Group group) {
  MPI_Win_post(group, 0, other);
  MPI_Win_wait(other);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win, other;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory + 4, sizeof memory / 2, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Group world, groups[3];
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < 3; ++i)
    MPI_Group_incl(world, 1, &i, &groups[i]);

  fences(win, rank);
  if (rank == 0)
    target(win, groups[1]);
  if (rank == 1)
    middle(win, other, groups[0], groups[2]);
  if (rank == 2)
    end(other, groups[1]);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
