/* Transport of particles through a block of matter, as discrete ordinates solvers do it: the flux
 * of each cell follows from those of the cells before it, in four directions one after the other.
 * The horizontal plane is divided among the ranks; what flows out of a part goes on in its
 * neighbour, some levels at a time. Then neighbours tell each other the flux at their borders, from
 * which the next iteration's source is made.
 *
 * How the flow is handed on is told by sweep_*.c, how the borders are exchanged by faces_*.c. */
#ifndef SWEEP_H
#define SWEEP_H

#include <mpi.h>
#include <stddef.h>

enum { WEST, EAST, NORTH, SOUTH, SIDES };
enum { QUADRANTS = 4, ANGLES = 4 };

typedef struct {
  MPI_Comm comm;
  int dims[2], coords[2]; /* of the ranks: along x, along y */
  int neighbour[SIDES];
  int nx, ny, nz;    /* cells of this rank */
  int most[2];       /* that any rank has along x, along y: parts of windows begin at the same place
                        everywhere */
  int depth, blocks; /* levels that are handed on at a time, and how many times */
  double *source, *flux, *above;
  double *inflow;  /* window memory: of each block what comes in along x, then along y */
  double *outflow; /* the same, to be put */
  MPI_Win inflow_win;
  double *ghost; /* window memory: the neighbours' flux at the four sides */
  double *border;
  MPI_Win ghost_win;
} Grid;

/* One of the four directions. */
typedef struct {
  int from[2], to[2]; /* ranks before and after this one along x and y, or MPI_PROC_NULL */
  int step[2];        /* 1 or -1 */
  int stage, stages;  /* how many ranks come before this one; of all */
} Direction;

/* Of one axis, in doubles. */
static inline size_t slot_size(const Grid *grid, int axis) {
  return (size_t)(axis == 0 ? grid->ny : grid->nx) * grid->depth * ANGLES;
}
static inline size_t slot(const Grid *grid, int axis, int block) {
  size_t begin = axis == 0 ? 0 : (size_t)grid->most[1] * grid->nz * ANGLES;
  return begin + block * slot_size(grid, axis);
}
static inline size_t side_size(const Grid *grid, int side) {
  return (size_t)(side == WEST || side == EAST ? grid->ny : grid->nx) * grid->nz;
}
static inline size_t side_begin(const Grid *grid, int side) {
  size_t along_y = (size_t)grid->most[1] * grid->nz, along_x = (size_t)grid->most[0] * grid->nz;
  return side <= EAST ? side * along_y : 2 * along_y + (side - NORTH) * along_x;
}
static inline int opposite(int side) { return side ^ 1; }

/* Computes one block from inflow to outflow. */
void compute(Grid *grid, const Direction *direction, int block);

/* sweep_*.c */
void sweep_begin(Grid *grid, const Direction directions[QUADRANTS]);
void sweep(Grid *grid, const Direction *direction, int quadrant);
void sweep_end(Grid *grid);

/* faces_*.c: border goes to the neighbours' ghost. */
void faces_begin(Grid *grid);
void exchange_faces(Grid *grid);
void faces_end(Grid *grid);

#endif
