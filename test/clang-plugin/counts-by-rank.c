// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=all -Xclang -verify-ignore-unexpected=note -DCOUNT=4 %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=one "-DCOUNT=rank == 1 ? 4 : 0" %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=one -DCOUNT=given %s
// one-no-diagnostics
//
// All processes put to one place of process 0, with a count that the caller gives: of only one of
// them that is not 0.

#include <mpi.h>

static void send(const double *from, int count, MPI_Win win) {
  MPI_Win_fence(0, win);
  MPI_Put(from, count, MPI_DOUBLE, 0, 0, count, MPI_DOUBLE, win); // all-warning {{what another process's MPI_Put may be writing [rma-remote-race]}}
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  double values[4] = {0}, *memory;
  int rank, given = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    given = 4;
  MPI_Win_allocate(80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  send(values, COUNT, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
