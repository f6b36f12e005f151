// OpenMP threads under an MPI library that hooks malloc (UCX): it takes locks within calls of the C library that
// hold locks themselves, and a thread must not wait for itself.
//
// REQUIRES: openmp, mpich
// RUN: rm -rf %t && mkdir %t
// RUN: %mpicc-mpich -fopenmp -O1 %s -o %t/prog
// RUN: env FENCEPOST_OPTIONS=trace=%t/trace %mpirun-mpich -n 2 %t/prog
// RUN: %otf2-print %t/trace/traces.otf2 | %FileCheck %s
// RUN: %analyze %t/trace

#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int provided, *memory;
  MPI_Win window;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 64; ++i) {
      int *copy = malloc(1 << (round + 10));
      copy[0] = i;
      memory[i] = copy[0];
      free(copy);
    }
    MPI_Win_fence(0, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// CHECK-DAG: THREAD_FORK
// CHECK-DAG: THREAD_TEAM_BEGIN
// CHECK-DAG: THREAD_JOIN
