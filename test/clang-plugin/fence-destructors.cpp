// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
//
// Each object that ends opens an epoch of its own by the fence in its destructor.

#include <mpi.h>

struct Phase {
  MPI_Win win;
  explicit Phase(MPI_Win win) : win(win) {}
  ~Phase() { MPI_Win_fence(0, win); }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  int value = rank;
  MPI_Win_allocate(256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  Phase{win};
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  Phase{win};
  if (rank == 1)
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  { Phase last{win}; }
  MPI_Win_free(&win);
  MPI_Finalize();
}
