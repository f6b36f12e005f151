/* A 2-D heat equation, solved by Jacobi iteration on a grid that is split over the ranks.
 *
 * Each rank owns size x size cells. In every iteration it sends its four edges to its neighbours
 * with MPI_Put; what they put arrives in `ghost`, the memory of the window. The three files
 * exchange_*.c do this with fences, with post/start/complete/wait, and with locks and flushes.
 *
 * Each of them has two bugs that can be compiled in:
 *   -DFORGET_COMPLETION   nothing says that the neighbours' puts have arrived
 *   -DREUSE_BUFFER        one buffer for all edges, packed again while a put still reads it
 */
#ifndef HEAT2D_H
#define HEAT2D_H

#include <mpi.h>

enum { NORTH, SOUTH, WEST, EAST, DIRECTIONS };

typedef struct {
  MPI_Comm comm;             /* Cartesian, two dimensions */
  int size;                  /* cells along one side of this rank's part */
  int neighbour[DIRECTIONS]; /* ranks in comm, or MPI_PROC_NULL at the border */
  double *edge;              /* DIRECTIONS x size: packed edges, read by the puts */
  double *ghost;             /* DIRECTIONS x size: what the neighbours put here */
  MPI_Win ghost_win;
} Halo;

/* The neighbour's name for the side it shares with us. */
static inline int opposite(int direction) { return direction ^ 1; }

/* Index of cell (row, column) in a part that has a border of one cell around it. */
static inline int cell(const Halo *halo, int row, int column) {
  return row * (halo->size + 2) + column;
}

/* Index of the i-th cell of the edge in a direction. */
static inline int edge_cell(const Halo *halo, int direction, int i) {
  switch (direction) {
  case NORTH:
    return cell(halo, 1, i + 1);
  case SOUTH:
    return cell(halo, halo->size, i + 1);
  case WEST:
    return cell(halo, i + 1, 1);
  default:
    return cell(halo, i + 1, halo->size);
  }
}

/* Called once before and once after the iterations. */
void exchange_begin(Halo *halo);
void exchange_end(Halo *halo);

/* Sends the edges of `part`; afterwards halo->ghost holds the neighbours' edges. */
void exchange(Halo *halo, const double *part);

#endif
