// One program with one race of each kind: the same findings however it is built, run and analysed.
// ranks: 4
// processes: 1 2 4
// flags: -O0; -O2; -O3; -O0 -g; -O2 -g
// mpi: openmpi mpich
// languages: c cpp
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 100

/* Reads what the neighbour put, without a fence in between. */
static double use(const double *arrived) {
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += arrived[i]; // expect: rma-remote-race
  return sum;
}

static void fill(double *values, int seed) {
  for (int i = 0; i < N; ++i)
    values[i] = seed + i; // expect: rma-local-race
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *arrived, *other, *out = (double *)malloc(2 * N * sizeof(double));
  MPI_Win inbox, board;
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &arrived, &inbox);
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &other, &board);
  for (int i = 0; i < N; ++i)
    arrived[i] = other[i] = 0;
  for (int i = 0; i < 2 * N; ++i)
    out[i] = i;

  double sum = 0;
  MPI_Win_fence(0, inbox);
  MPI_Put(out, N, MPI_DOUBLE, (rank + 1) % size, 0, N, MPI_DOUBLE, inbox); // expect: rma-remote-race
  sum += use(arrived); // warn: rma-remote-race
  MPI_Win_fence(0, inbox);

  MPI_Win_fence(0, board);
  MPI_Put(out + N, N, MPI_DOUBLE, (rank + 1) % size, 0, N, MPI_DOUBLE, board); // expect: rma-local-race
  fill(out + N, rank); // warn: rma-local-race
  MPI_Win_fence(0, board);
  sum += use(other);

  if (sum < 0)
    printf("%f\n", sum);
  free(out);
  MPI_Win_free(&inbox);
  MPI_Win_free(&board);
  MPI_Finalize();
  return 0;
}
