// A run that ends without MPI_Finalize leaves its journals, up to the end; a forked child leaves
// its parent's alone.
//
// REQUIRES: openmpi
// RUN: %mpicc-plain %s -g -fno-omit-frame-pointer -L%build/lib/fencepost/openmpi -lfencepost-rt -Wl,-rpath,%build/lib/fencepost/openmpi -o %t
// RUN: rm -rf %t.trace && mkdir %t.trace && touch %t.trace/notes.txt
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %not %mpirun -n 2 %t abort
// RUN: %build/lib/fencepost/bin/fencepost-journal %t.trace/journal/0.0 | %FileCheck %s
// RUN: %complete %t.trace
// RUN: %otf2-print %t.trace/traces.otf2 > %t.events
// RUN: grep MPI_Abort %t.events
//
// Again into the same directory: the earlier trace goes, other files stay.
// RUN: env FENCEPOST_OPTIONS=trace=%t.trace %mpirun -n 2 %t
// RUN: test -e %t.trace/notes.txt && test ! -e %t.trace/journal
// RUN: %otf2-print %t.trace/traces.otf2 | not grep MPI_Abort
//
// CHECK: journal of rank 0 of 2, thread 0
// CHECK: ProgramBegin
// CHECK: Enter {{.*}} MPI_Barrier
// CHECK: Leave
// CHECK-NOT: Enter {{.*}} MPI_Bcast
// CHECK: Enter {{.*}} MPI_Abort
// CHECK-NOT: Leave
// CHECK-NOT: cut off

#include <mpi.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, data = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  pid_t child = fork();
  if (child == 0) {
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_SELF);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  if (argc > 1) {
    if (rank == 0)
      MPI_Abort(MPI_COMM_WORLD, 3);
    sleep(30);
  }
  MPI_Finalize();
  return 0;
}
