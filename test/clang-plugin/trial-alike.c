// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/all.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/all.c
// Processes that all do the same with each of as many as there are.

//--- all.c
// right-no-diagnostics
#include <mpi.h>
static int *cells;
static MPI_Win win;
static void fill(int step, int rank) {
  for (int i = 0; i < 10; i++)
    cells[i] = step + rank; // wrong-warning {{'cells[i]' is written while another process's MPI_Get at line 12 may still be reading it}}
  MPI_Win_sync(win);
}
static int readFrom(int owner) {
  int values[10];
  MPI_Get(values, 10, MPI_INT, owner, 0, 10, MPI_INT, win); // wrong-note {{nothing that the processes call orders the two}}
  MPI_Win_flush(owner, win);
  return values[9];
}
int main(int argc, char **argv) {
  int rank, size, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(40, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Win_lock_all(0, win);
  for (int step = 0; step < 4; step++) {
    fill(step, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int owner = 0; owner < size; owner++)
      sum += readFrom(owner);
#ifdef RIGHT
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 0;
}
