// What code may have changed that a program on trial does not execute, as nobody knows whether it is.
//
// RUN: %clang++ -std=c++17 -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify %s
// RUN: %clang++ -std=c++17 -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify=race -DRACE %s
// expected-no-diagnostics
#include <mpi.h>
#include <utility>
#include <vector>

struct Bound {
  long &what;
};

int main(int argc, char **argv) {
  int rank, size, *memory, value = 1, got = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const bool isLate = MPI_Wtime() > 0;
  int chosen = 0, other = 0;
  long referred = 0;
  Bound bound{referred};
  union {
    int whole;
    short half[2];
  } both;
  both.whole = 0;
  short *half = both.half + !isLate;
  if (isLate) {
    (argc > 0 ? chosen : other) = 1;
    bound.what = 1;
    *half = 1;
  }
  std::vector<int> from(3);
  const std::vector<int> to(std::move(from));
  int turns = 0;
  double rest = MPI_Wtime();
  while (rest > 1) {
    for (int i = 0; i < 2; ++i)
      rest *= 0.5;
    ++turns;
  }
  MPI_Win_fence(0, win); // race-note {{both are in the epoch that this fence opens}}
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); // race-note {{from here until the end of the epoch, MPI_Put may access its target}}
#ifndef RACE
  if (chosen == 1 && referred == 1 && both.whole != 0 && from.empty() && turns >= 0)
    MPI_Win_fence(0, win);
#endif
  got = memory[0]; // race-warning {{'memory[0]' is read while another process's MPI_Put at line 46 may still be writing it [rma-remote-race]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
