// Programs that two processes are enough for: who is the other one does not hang on their number.
//
// RUN: %clang -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify %s
// RUN: %clang -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify -DGUARDED %s
// RUN: %clang -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify=ring -DRING %s
// expected-no-diagnostics
#include <mpi.h>

static int value;

int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef GUARDED
  if (size > 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
#endif
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win); // ring-note {{both are in the epoch that this fence opens}}
#ifdef RING
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  // ring-warning@+1 {{MPI_Put accesses at target '(rank + size - 1) % size' what another process's MPI_Put at line 24 may be writing [rma-remote-race]}}
  MPI_Put(&value, 1, MPI_INT, (rank + size - 1) % size, 0, 1, MPI_INT, win);
#else
  const int other = !rank;
  MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, rank == 0 ? 1 : 0, 1, 1, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % 2, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  switch (size) {
  case 2:
    MPI_Put(&value, 1, MPI_INT, !rank, 3, 1, MPI_INT, win);
    break;
  default:
    break;
  }
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
