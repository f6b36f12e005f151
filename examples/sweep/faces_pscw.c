/* The borders are exchanged with post/start/complete/wait among neighbours. */
#include "sweep.h"

static MPI_Group neighbours; /* those that exist */

void faces_begin(Grid *grid) {
  int ranks[SIDES], count = 0;
  for (int side = 0; side < SIDES; ++side)
    if (grid->neighbour[side] != MPI_PROC_NULL)
      ranks[count++] = grid->neighbour[side];
  MPI_Group all;
  MPI_Win_get_group(grid->ghost_win, &all);
  MPI_Group_incl(all, count, ranks, &neighbours);
  MPI_Group_free(&all);
}

void exchange_faces(Grid *grid) {
  MPI_Win_post(neighbours, 0, grid->ghost_win);
  MPI_Win_start(neighbours, 0, grid->ghost_win);
  for (int side = 0; side < SIDES; ++side) {
    int count = (int)side_size(grid, side);
    MPI_Put(grid->border + side_begin(grid, side), count, MPI_DOUBLE, grid->neighbour[side],
            (MPI_Aint)side_begin(grid, opposite(side)), count, MPI_DOUBLE, grid->ghost_win);
  }
  MPI_Win_complete(grid->ghost_win);
  MPI_Win_wait(grid->ghost_win);
}

void faces_end(Grid *grid) {
  (void)grid;
  MPI_Group_free(&neighbours);
}
