// Erroneous use is told once for each pair of lines, before the library is called; errors=abort ends the run there, errors=off
// says nothing.
//
// REQUIRES: openmpi
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %mpicc -O1 -Wno-rma %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/report %mpirun -n 2 %t/prog > %t/out 2>&1
// RUN: %FileCheck --check-prefix=TOLD --input-file=%t/out %s
// RUN: test $(grep -c "^fencepost:" %t/out) = 2
// RUN: %analyze -o %t/report.sqlite %t/report > /dev/null; %fencepost report %t/report.sqlite --format=json > %t/report.json; %FileCheck --check-prefix=FOUND --input-file=%t/report.json %s
// RUN: env FENCEPOST_OPTIONS=trace=%t/plain:access=off:callpaths=off %mpirun -n 2 %t/prog > %t/out 2>&1
// RUN: test $(grep -c "^fencepost:" %t/out) = 2
// RUN: env FENCEPOST_OPTIONS=trace=%t/off:errors=off %mpirun -n 2 %t/prog > %t/out 2>&1
// RUN: %not grep "^fencepost:" %t/out
// RUN: %not env FENCEPOST_OPTIONS=trace=%t/abort:errors=abort %mpirun -n 2 %t/prog > %t/out 2>&1
// RUN: test $(grep -c "^fencepost:" %t/out) = 1 && %not grep ended %t/out
// RUN: %analyze -o %t/abort.sqlite %t/abort > /dev/null; %fencepost report %t/abort.sqlite --format=json > %t/abort.json; %FileCheck --check-prefix=ENDED --input-file=%t/abort.json %s
//
// TOLD-DAG: fencepost: rank 0: rma-no-epoch: MPI_Put at {{.*}}errors.c:[[# @LINE + 25]]: rank 1 of window 'win' is not locked; MPI_Win_lock at {{.*}}errors.c:[[# @LINE + 23]] locked another target; lock rank 1 too, or all ranks with MPI_Win_lock_all
// TOLD-DAG: fencepost: rank 0: rma-out-of-window: MPI_Get at {{.*}}errors.c:{{[0-9]+}}: bytes 4 to 7 of rank 0 are not in window 'win', which has 4 bytes there; {{.*}} units of the target, which are 4 bytes there
//
// FOUND: "complete": true
// FOUND: "id": "rma-no-epoch"
// FOUND: "instances": 3
// FOUND: "id": "rma-out-of-window"
//
// ENDED: "complete": false
// ENDED: "id": "rma-no-epoch"
// ENDED-NOT: "id": "rma-out-of-window"

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < 3; ++i)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  puts("ended");
  return 0;
}
