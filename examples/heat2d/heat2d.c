/* Usage: heat2d [iterations [size [late-rank]]]
 * A late rank has extra work in every iteration: the others wait for it. */
#include "heat2d.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double *new_part(const Halo *halo) {
  size_t cells = (size_t)(halo->size + 2) * (halo->size + 2);
  return calloc(cells, sizeof(double));
}

static void open_halo(Halo *halo, int size) {
  int ranks, dimensions[2] = {0, 0}, periodic[2] = {0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, 2, dimensions);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periodic, 0, &halo->comm);
  MPI_Cart_shift(halo->comm, 0, 1, &halo->neighbour[NORTH], &halo->neighbour[SOUTH]);
  MPI_Cart_shift(halo->comm, 1, 1, &halo->neighbour[WEST], &halo->neighbour[EAST]);

  MPI_Aint bytes = (MPI_Aint)DIRECTIONS * size * (MPI_Aint)sizeof(double);
  halo->size = size;
  halo->edge = calloc((size_t)DIRECTIONS * size, sizeof(double));
  MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, halo->comm, &halo->ghost,
                   &halo->ghost_win);
  memset(halo->ghost, 0, (size_t)bytes);
}

static void close_halo(Halo *halo) {
  MPI_Win_free(&halo->ghost_win);
  free(halo->edge);
  MPI_Comm_free(&halo->comm);
}

/* Copies what arrived into the border around the part. */
static void unpack(const Halo *halo, double *part) {
  int size = halo->size;
  for (int i = 0; i < size; ++i) {
    part[cell(halo, 0, i + 1)] = halo->ghost[NORTH * size + i];
    part[cell(halo, size + 1, i + 1)] = halo->ghost[SOUTH * size + i];
    part[cell(halo, i + 1, 0)] = halo->ghost[WEST * size + i];
    part[cell(halo, i + 1, size + 1)] = halo->ghost[EAST * size + i];
  }
}

/* One damped Jacobi step; returns the sum of the squared changes. */
static double relax(const Halo *halo, const double *from, double *to) {
  double change = 0;
  for (int row = 1; row <= halo->size; ++row)
    for (int column = 1; column <= halo->size; ++column) {
      int here = cell(halo, row, column);
      double around = from[cell(halo, row - 1, column)] + from[cell(halo, row + 1, column)] +
                      from[here - 1] + from[here + 1];
      double value = 0.2 * (around + from[here]);
      change += (value - from[here]) * (value - from[here]);
      to[here] = value;
    }
  return change;
}

/* More work for one rank. */
static void be_late(void) {
  struct timespec time = {0, 2000000};
  nanosleep(&time, NULL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int iterations = argc > 1 ? atoi(argv[1]) : 100;
  int size = argc > 2 ? atoi(argv[2]) : 64;
  int late = argc > 3 ? atoi(argv[3]) : -1;

  Halo halo;
  open_halo(&halo, size);
  int rank;
  MPI_Comm_rank(halo.comm, &rank);

  double *part = new_part(&halo), *next = new_part(&halo);
  if (rank == 0)
    part[cell(&halo, size / 2, size / 2)] = 1000; /* a hot spot */

  exchange_begin(&halo);
  double change = 0;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    exchange(&halo, part);
    unpack(&halo, part);
    change = relax(&halo, part, next);
    double *swap = part;
    part = next;
    next = swap;
    if (rank == late)
      be_late();
  }
  exchange_end(&halo);

  double local[2] = {change, 0}, total[2];
  for (int row = 1; row <= size; ++row)
    for (int column = 1; column <= size; ++column)
      local[1] += part[cell(&halo, row, column)];
  MPI_Reduce(local, total, 2, MPI_DOUBLE, MPI_SUM, 0, halo.comm);
  if (rank == 0)
    printf("after %d iterations: heat %.6f, last change %.6e\n", iterations, total[1], sqrt(total[0]));

  free(part);
  free(next);
  close_halo(&halo);
  MPI_Finalize();
  return 0;
}
