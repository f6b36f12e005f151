// A rank is killed in mid-run: what was recorded becomes an archive, and the calls that never
// returned are named.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
// RUN: not env FENCEPOST_OPTIONS=trace=%t/trace %mpirun -n 3 %t/prog > %t/out 2>&1
// RUN: test -e %t/trace/journal/1.0
// RUN: %complete %t/trace
// RUN: test ! -e %t/trace/journal
// RUN: %otf2-print -A %t/trace/traces.otf2 2>&1 | %FileCheck --check-prefix=ANCHOR %s
// RUN: %otf2-print -G %t/trace/traces.otf2 2>&1 | %FileCheck --check-prefix=DEF %s
// RUN: %otf2-print -L 1 %t/trace/traces.otf2 2>&1 | %FileCheck --check-prefix=KILLED %s
// RUN: %otf2-print -L 2 %t/trace/traces.otf2 2>&1 | %FileCheck --check-prefix=WAITING %s
// Once more, with nothing left to do.
// RUN: %complete %t/trace

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int memory = 0;
  int value = rank;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  if (rank == 1) {
    sleep(1); // the others reach their fence
    raise(SIGKILL);
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// ANCHOR-DAG: FENCEPOST::COMPLETE{{[[:space:]]+}}Property value {{ *}}false
// ANCHOR-DAG: FENCEPOST::ENDED{{[[:space:]]+}}Property value {{ *}}0:{{[0-9.]+}}:MPI_Win_fence;1:{{[0-9.]+}}:;2:{{[0-9.]+}}:MPI_Win_fence{{$}}

// DEF: LOCATION {{.*}}Group: "MPI Rank 2"
// DEF: GROUP {{.*}}COMM_GROUP{{.*}}3 Members: 0 ({{.*}}1 ({{.*}}2 (
// DEF: RMA_WIN {{.*}}Communicator: {{.*}}CREATE_DESTROY_EVENTS

// KILLED: RMA_PUT {{.*}}Remote: 2
// KILLED: RMA_COLLECTIVE_END {{.*}}BARRIER
// KILLED: CALLING_CONTEXT_LEAVE {{.*}}MPI_Win_fence
// KILLED-NOT: CALLING_CONTEXT_ENTER
// KILLED-NOT: PROGRAM_END

// WAITING: RMA_PUT {{.*}}Remote: 0
// WAITING: CALLING_CONTEXT_LEAVE {{.*}}MPI_Win_fence
// WAITING: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_fence
// WAITING-NOT: CALLING_CONTEXT_LEAVE
// WAITING-NOT: PROGRAM_END
