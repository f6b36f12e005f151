// Programs on trial follow floating-point numbers: how often loops run, and where puts go.
//
// RUN: %clang -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify %s
// RUN: %clang -fsyntax-only %mpi-include -fplugin=%plugin -Xclang -verify=race -DRACE %s
// expected-no-diagnostics
#include <float.h>
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  double *memory, sent[4] = {0}, error = 1, worst = DBL_MAX;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  // Fences in loops that end by such numbers, which processes may have exchanged.
  for (float time = 0; time < 1; time += 0.25f)
    MPI_Win_fence(0, win);
  while (worst > 0.1) {
    error *= 0.3;
    MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
  }
  // Each process has a place of its own, and the same neighbour.
  const int side = (int)lround(sqrt((double)size * size));
  const int place = (int)floor(rank + 0.5), next = (int)fmod(place + 1.0, side);
  MPI_Put(sent, 1, MPI_DOUBLE, next, place, 1, MPI_DOUBLE, win);
#ifdef RACE
  // race-note@-2 {{it is complete at its target with MPI_Win_fence at line 39, which must come between the two}}
  // race-warning@+1 {{'memory[rank == 0 ? size - 1 : rank - 1]' is read while another process's MPI_Put at line 31 may still be writing it [rma-remote-race]}}
  sent[1] = memory[rank == 0 ? size - 1 : rank - 1];
#else
  sent[1] = memory[rank];
#endif
  MPI_Win_fence(0, win);
  // Of a product of the ranks, and of what the first one sends, which is the same for all.
  float factor = (float)rank + 1, product = 0;
  MPI_Allreduce(&factor, &product, 1, MPI_FLOAT, MPI_PROD, MPI_COMM_WORLD);
  MPI_Bcast(&factor, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
  if (product >= size && factor == 1)
    MPI_Win_fence(0, win);
  MPI_Put(&sent[2], 1, MPI_DOUBLE, rank, 3, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
