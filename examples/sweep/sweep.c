/* Usage: sweep [iterations [cells [levels]]]
 * Cells along x and y of the whole block, which the ranks divide; levels are its height. The
 * outcome does not depend on the number of ranks or the synchronization. */
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 6 }; /* at most, of the levels */

static const double kAlong[ANGLES][3] = {
    {0.9, 0.3, 0.2}, {0.3, 0.9, 0.2}, {0.6, 0.6, 0.4}, {0.3, 0.3, 0.9}};

static size_t cell(const Grid *grid, int x, int y, int z) {
  return ((size_t)x * grid->ny + y) * grid->nz + z;
}

static double *zeros(size_t count) { return calloc(count, sizeof(double)); }

static double *window(const Grid *grid, size_t count, MPI_Win *win) {
  double *memory;
  MPI_Win_allocate((MPI_Aint)(count * sizeof(double)), sizeof(double), MPI_INFO_NULL, grid->comm,
                   &memory, win);
  memset(memory, 0, count * sizeof(double));
  MPI_Barrier(grid->comm);
  return memory;
}

/* The cells of one part of an axis. */
static int share(int cells, int parts, int part) { return cells / parts + (part < cells % parts); }

static void open_grid(Grid *grid, int cells, int levels) {
  int ranks, periodic[2] = {0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  grid->dims[0] = grid->dims[1] = 0;
  MPI_Dims_create(ranks, 2, grid->dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, grid->dims, periodic, 0, &grid->comm);
  int rank;
  MPI_Comm_rank(grid->comm, &rank);
  MPI_Cart_coords(grid->comm, rank, 2, grid->coords);
  MPI_Cart_shift(grid->comm, 0, 1, &grid->neighbour[WEST], &grid->neighbour[EAST]);
  MPI_Cart_shift(grid->comm, 1, 1, &grid->neighbour[NORTH], &grid->neighbour[SOUTH]);
  grid->nx = share(cells, grid->dims[0], grid->coords[0]);
  grid->ny = share(cells, grid->dims[1], grid->coords[1]);
  for (int axis = 0; axis < 2; ++axis)
    grid->most[axis] = share(cells, grid->dims[axis], 0);
  grid->nz = levels;
  grid->blocks = levels < BLOCKS ? 1 : BLOCKS;
  grid->depth = levels / grid->blocks;

  size_t all = (size_t)grid->nx * grid->ny * grid->nz;
  grid->source = zeros(all);
  grid->flux = zeros(all);
  grid->above = zeros((size_t)grid->nx * grid->ny * ANGLES);
  size_t flow = (size_t)(grid->most[0] + grid->most[1]) * levels * ANGLES;
  grid->inflow = window(grid, flow, &grid->inflow_win);
  grid->outflow = zeros(flow);
  size_t borders = 2 * (size_t)(grid->most[0] + grid->most[1]) * levels;
  grid->ghost = window(grid, borders, &grid->ghost_win);
  grid->border = zeros(borders);
}

static void close_grid(Grid *grid) {
  MPI_Win_free(&grid->inflow_win);
  MPI_Win_free(&grid->ghost_win);
  free(grid->source);
  free(grid->flux);
  free(grid->above);
  free(grid->outflow);
  free(grid->border);
  MPI_Comm_free(&grid->comm);
}

static Direction direction(const Grid *grid, int quadrant) {
  Direction to;
  to.stage = to.stages = 0;
  for (int axis = 0; axis < 2; ++axis) {
    int forward = !(quadrant >> axis & 1), low = axis == 0 ? WEST : NORTH;
    to.step[axis] = forward ? 1 : -1;
    to.from[axis] = grid->neighbour[forward ? low : opposite(low)];
    to.to[axis] = grid->neighbour[forward ? opposite(low) : low];
    to.stage += forward ? grid->coords[axis] : grid->dims[axis] - 1 - grid->coords[axis];
    to.stages += grid->dims[axis] - 1;
  }
  ++to.stages;
  return to;
}

void compute(Grid *grid, const Direction *direction, int block) {
  int nx = grid->nx, ny = grid->ny, depth = grid->depth;
  double *flow[2];
  for (int axis = 0; axis < 2; ++axis) {
    size_t at = slot(grid, axis, block), bytes = slot_size(grid, axis) * sizeof(double);
    flow[axis] = grid->outflow + at;
    if (direction->from[axis] == MPI_PROC_NULL)
      memset(flow[axis], 0, bytes);
    else
      memcpy(flow[axis], grid->inflow + at, bytes);
  }
  if (block == 0)
    memset(grid->above, 0, (size_t)nx * ny * ANGLES * sizeof(double));
  for (int i = 0; i < nx; ++i) {
    int x = direction->step[0] > 0 ? i : nx - 1 - i;
    for (int j = 0; j < ny; ++j) {
      int y = direction->step[1] > 0 ? j : ny - 1 - j;
      double *along_x = flow[0] + (size_t)y * depth * ANGLES;
      double *along_y = flow[1] + (size_t)x * depth * ANGLES;
      double *down = grid->above + ((size_t)x * ny + y) * ANGLES;
      for (int level = 0; level < depth; ++level) {
        size_t here = cell(grid, x, y, block * depth + level);
        for (int angle = 0; angle < ANGLES; ++angle) {
          const double *along = kAlong[angle];
          int at = level * ANGLES + angle;
          double in = along[0] * along_x[at] + along[1] * along_y[at] + along[2] * down[angle];
          double value = (grid->source[here] + in) / (1.5 + along[0] + along[1] + along[2]);
          along_x[at] = along_y[at] = down[angle] = value;
          grid->flux[here] += value;
        }
      }
    }
  }
}

static void fill_border(Grid *grid) {
  for (int z = 0; z < grid->nz; ++z) {
    for (int y = 0; y < grid->ny; ++y) {
      size_t at = (size_t)y * grid->nz + z;
      grid->border[side_begin(grid, WEST) + at] = grid->flux[cell(grid, 0, y, z)];
      grid->border[side_begin(grid, EAST) + at] = grid->flux[cell(grid, grid->nx - 1, y, z)];
    }
    for (int x = 0; x < grid->nx; ++x) {
      size_t at = (size_t)x * grid->nz + z;
      grid->border[side_begin(grid, NORTH) + at] = grid->flux[cell(grid, x, 0, z)];
      grid->border[side_begin(grid, SOUTH) + at] = grid->flux[cell(grid, x, grid->ny - 1, z)];
    }
  }
}

static double flux_at(const Grid *grid, int x, int y, int z) {
  if (x < 0)
    return grid->ghost[side_begin(grid, WEST) + (size_t)y * grid->nz + z];
  if (x == grid->nx)
    return grid->ghost[side_begin(grid, EAST) + (size_t)y * grid->nz + z];
  if (y < 0)
    return grid->ghost[side_begin(grid, NORTH) + (size_t)x * grid->nz + z];
  if (y == grid->ny)
    return grid->ghost[side_begin(grid, SOUTH) + (size_t)x * grid->nz + z];
  return grid->flux[cell(grid, x, y, z)];
}

/* Particles come in at the top, and are scattered from where the flux is. */
static void make_source(Grid *grid) {
  for (int x = 0; x < grid->nx; ++x)
    for (int y = 0; y < grid->ny; ++y)
      for (int z = 0; z < grid->nz; ++z) {
        double around = flux_at(grid, x - 1, y, z) + flux_at(grid, x + 1, y, z) +
                        flux_at(grid, x, y - 1, z) + flux_at(grid, x, y + 1, z);
        grid->source[cell(grid, x, y, z)] =
            (z == 0 ? 1.0 : 0.0) + 0.01 * around + 0.02 * grid->flux[cell(grid, x, y, z)];
      }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int iterations = argc > 1 ? atoi(argv[1]) : 10;
  int cells = argc > 2 ? atoi(argv[2]) : 96;
  int levels = argc > 3 ? atoi(argv[3]) : 96;

  Grid grid;
  open_grid(&grid, cells, levels - levels % BLOCKS);
  Direction directions[QUADRANTS];
  for (int quadrant = 0; quadrant < QUADRANTS; ++quadrant)
    directions[quadrant] = direction(&grid, quadrant);
  sweep_begin(&grid, directions);
  faces_begin(&grid);
  size_t all = (size_t)grid.nx * grid.ny * grid.nz;

  double begin = MPI_Wtime();
  for (int iteration = 0; iteration < iterations; ++iteration) {
    make_source(&grid);
    memset(grid.flux, 0, all * sizeof(double));
    for (int quadrant = 0; quadrant < QUADRANTS; ++quadrant)
      sweep(&grid, &directions[quadrant], quadrant);
    fill_border(&grid);
    exchange_faces(&grid);
  }
  double seconds = MPI_Wtime() - begin;
  sweep_end(&grid);
  faces_end(&grid);

  double mine[2] = {0, 0}, total[2];
  for (size_t i = 0; i < all; ++i) {
    mine[0] += grid.flux[i];
    mine[1] += grid.flux[i] * grid.flux[i];
  }
  MPI_Reduce(mine, total, 2, MPI_DOUBLE, MPI_SUM, 0, grid.comm);
  int rank;
  MPI_Comm_rank(grid.comm, &rank);
  if (rank == 0)
    printf("after %d iterations: flux %.9e, squared %.9e; %.3f s\n", iterations, total[0], total[1],
           seconds);
  close_grid(&grid);
  MPI_Finalize();
  return 0;
}
