// A library that is loaded while the program runs, without the plugin and without frame pointers.
#include <mpi.h>

__attribute__((noinline)) static int inside(int depth) {
  volatile char room[100] = {0};
  return MPI_Barrier(MPI_COMM_WORLD) + room[depth];
}

int visible(int depth) { return inside(depth) + 1; }
