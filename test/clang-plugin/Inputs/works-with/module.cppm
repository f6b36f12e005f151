module;
#include <mpi.h>
export module rma;
#include "race.h"
export void call(int target, MPI_Win win, double *b) { race(target, win, b); }
export inline void put(int target, MPI_Win win, double *b) {
  MPI_Put(b, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
}
