// A rank that ends badly takes nothing with it that was recorded, and the analysis says how far the
// recording goes. The other ranks are inside the fence that rank 1 never reaches.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
//
// A segmentation fault; abort(), exit() and _exit() without MPI_Finalize; MPI_Abort; SIGTERM; SIGKILL.
// RUN: for fault in signal abort exit quick mpiabort term kill; do \
// RUN:   %not env FENCEPOST_OPTIONS=trace=%t/$fault %mpirun -n 3 %t/prog $fault > %t/out 2>&1 && \
// RUN:   %analyze %t/$fault > %t/$fault.log 2>&1 && %fencepost report %t/$fault/results.sqlite > %t/$fault.txt && \
// RUN:   %FileCheck --check-prefixes=ALL,$fault --input-file=%t/$fault.txt %s && \
// RUN:   %otf2-print %t/$fault/traces.otf2 | %FileCheck --check-prefix=EVENTS %s || exit 1; done

#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char *how) {
  if (strcmp(how, "signal") == 0)
    *(volatile int *)0 = 1;
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "exit") == 0)
    exit(3);
  if (strcmp(how, "quick") == 0)
    _exit(3);
  if (strcmp(how, "mpiabort") == 0)
    MPI_Abort(MPI_COMM_WORLD, 3);
  if (strcmp(how, "term") == 0)
    raise(SIGTERM);
  raise(SIGKILL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, *memory, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win window;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  if (rank == 1) {
    sleep(1);
    fail(argv[1]);
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// ALL: rank 0 ended without MPI_Finalize after {{[0-9.]+}} s, inside MPI_Win_fence
// signal: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, outside of MPI{{$}}
// abort: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, outside of MPI{{$}}
// exit: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, outside of MPI{{$}}
// quick: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, outside of MPI{{$}}
// mpiabort: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, inside MPI_Abort
// term: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, outside of MPI{{$}}
// kill: rank 1 ended without MPI_Finalize after {{[0-9.]+}} s, outside of MPI{{$}}
// ALL: rank 2 ended without MPI_Finalize after {{[0-9.]+}} s, inside MPI_Win_fence

// EVENTS: RMA_PUT
// EVENTS: RMA_PUT
// EVENTS: RMA_PUT
