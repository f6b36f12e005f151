// A journal grows piece by piece: that time is a record of its own between two calls, no part of any.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc -O1 %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace:buffer=64K %mpirun -n 1 %t/prog
// RUN: %otf2-print %t/trace/traces.otf2 | %FileCheck %s
// RUN: %analyze %t/trace

#include <mpi.h>

int main(int argc, char **argv) {
  int *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < 2000; ++i)
    MPI_Win_flush_all(window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// CHECK: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_flush_all
// CHECK: CALLING_CONTEXT_LEAVE {{.*}}MPI_Win_flush_all
// CHECK: BUFFER_FLUSH {{.*}}Stop Time
// CHECK-NEXT: CALLING_CONTEXT_ENTER {{.*}}MPI_Win_flush_all
