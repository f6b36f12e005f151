// What a rank has loaded and stored since its last MPI call is recorded however it ends; who handled
// a signal before still does.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
// RUN: for end in fault assert abort _exit _Exit quick_exit term int handled; do \
// RUN:   (env FENCEPOST_OPTIONS=trace=%t/$end %mpirun -n 2 %t/prog $end; echo status $?) > %t/$end.out 2>&1; \
// RUN:   %not %analyze %t/$end > %t/$end.log 2>&1 && \
// RUN:   %FileCheck --check-prefix=$end --input-file=%t/$end.out %s && \
// RUN:   %not %fencepost report %t/$end/results.sqlite > %t/$end.txt && %FileCheck --input-file=%t/$end.txt %s || exit 1; done

#include <assert.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int table[4];
static volatile sig_atomic_t asked;

static void onRequest(int number) {
  asked = number;
}

static void end(const char *how) {
  if (strcmp(how, "fault") == 0)
    *(volatile int *)8 = 1;
  assert(strcmp(how, "assert") != 0);
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "_exit") == 0)
    _exit(3);
  if (strcmp(how, "_Exit") == 0)
    _Exit(4);
  if (strcmp(how, "quick_exit") == 0)
    quick_exit(5);
  if (strcmp(how, "int") == 0)
    raise(SIGINT);
  raise(SIGTERM);
  while (!asked)
    pause();
  printf("asked to end\n");
}

int main(int argc, char **argv) {
  if (strcmp(argv[1], "handled") == 0)
    signal(SIGTERM, onRequest);
  MPI_Init(&argc, &argv);
  int rank, size, *memory, index = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win window;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  MPI_Get(&index, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  // CHECK: [rma-local-race]
  // CHECK-NOT: error
  // CHECK: last-accesses.c:[[@LINE+1]]
  table[index & 3] = 1;
  end(argv[1]);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// fault: status {{139|11}}
// assert: status {{134|6}}
// abort: status {{134|6}}
// _exit: status 3
// _Exit: status 4
// quick_exit: status 5
// term: status {{143|15}}
// int: status {{130|2}}
// handled: asked to end
// handled: status 0
