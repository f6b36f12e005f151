// Rank 1 computes 50 ms longer than the others before each of 10 barriers, rank 2 before each of 10 fences. What is
// predicted is known: sleeping takes as long as it is told to, or longer.
//
// REQUIRES: openmpi
// RUN: rm -rf %t* && %mpicc -g %s -o %t.exe
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace timeout 60 %mpirun -n 4 %t.exe
// RUN: line() { grep -n "^ *$1(" %s | cut -d: -f1; }; \
// RUN:   echo "--what-if=scale:what-if.c:$(line MPI_Barrier)=0.5 --what-if=scale:what-if.c:$(line MPI_Put)=0" > %t.options && \
// RUN:   echo "--what-if=no-barrier:what-if.c:$(line MPI_Barrier) --what-if=scale:MPI_Put=2" >> %t.options
// RUN: %mpirun -n 2 %fencepost-analyze $(cat %t.options) -o %t.db %t.trace
// RUN: %query %t.db "SELECT 'saved', round((replayed - predicted) * 20), calls, abs(replayed - recorded) < recorded / 100, replayed, predicted FROM prediction ORDER BY id" "SELECT prediction, text FROM assumption" > %t.out
// RUN: %FileCheck %s < %t.out
//
// In units of 50 ms: half of rank 1's 60 ms ten times is 6 of them.
// CHECK: saved|{{[678].0}}|40|1|
// All but the 10 ms of computing before the fence on the other ranks are gone with rank 2's.
// CHECK-NEXT: saved|{{(1[0-4]|9).0}}|40|1|
// Without the barrier the two late ones are late at the same time.
// CHECK-NEXT: saved|{{([7-9]|1[01]).0}}|40|1|
// CHECK-NEXT: saved|-{{(1[0-4]|9).0}}|40|1|
// CHECK: 1|what is scaled is
// CHECK: 1|all other computing takes as long as recorded
// CHECK: 3|nothing relies on the order that the barrier makes
//
// Who looks for it, and in what pieces, does not matter.
// RUN: for n in 1 3; do for phase in 0 1; do %mpirun -n $n %fencepost-analyze $(cat %t.options) --phase $phase -o %t.db$n$phase %t.trace && \
// RUN:   %query %t.db$n$phase "SELECT * FROM prediction" "SELECT * FROM assumption" > %t.$n$phase || exit 1; done; done
// RUN: cmp %t.10 %t.11 && cmp %t.10 %t.30 && cmp %t.10 %t.31
//
// Without the option there is nothing of it.
// RUN: %fencepost-analyze -o %t.none %t.trace
// RUN: %query %t.none "SELECT count(*) FROM prediction" "SELECT count(*) FROM assumption" | grep -c '^0$' | grep -qx 2
//
// RUN: %one-line "--what-if=no-barrier:nowhere.c:1: no barrier that all its ranks have called was recorded at this place; MPI is called in .*what-if.c" %fencepost-analyze --what-if=no-barrier:nowhere.c:1 -o %t.bad %t.trace
// RUN: %one-line "--what-if=scale:compute=0.5: no call to MPI was recorded at this place; MPI is called in main" %fencepost-analyze --what-if=scale:compute=0.5 -o %t.bad %t.trace
// RUN: %one-line "--what-if=faster:x.c:1: no change that is known: scale:PLACE=FACTOR, .*" %fencepost-analyze --what-if=faster:x.c:1 -o %t.bad %t.trace
// RUN: %one-line "--what-if=scale:x.c:1: a factor .* is missing: scale:PLACE=FACTOR" %fencepost-analyze --what-if=scale:x.c:1 -o %t.bad %t.trace
// RUN: test ! -e %t.bad

#include <mpi.h>
#include <time.h>

static void compute(long milliseconds) {
  struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

int main(int argc, char **argv) {
  int rank, value = 0, memory[4];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 10; ++i) {
    compute(rank == 1 ? 60 : 10);
    MPI_Barrier(MPI_COMM_WORLD);
    compute(rank == 2 ? 60 : 10);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % 4, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
