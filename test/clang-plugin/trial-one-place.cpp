// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DALONE %s
//
// All processes put to one place of the first. A program that does not ask which process it is may
// be meant for one.
// right-no-diagnostics

#include <mpi.h>

template <class Epoch> void inEpoch(MPI_Win win, Epoch &&epoch) {
  MPI_Win_fence(0, win);
  epoch(win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long *memory, value = 4;
  int rank = 0;
#ifndef ALONE
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  inEpoch(win, [&](MPI_Win win) {
#ifdef RIGHT
    MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
#else
    MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); // wrong-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing [rma-remote-race]}}
#endif
  });
  MPI_Win_free(&win);
  MPI_Finalize();
}
