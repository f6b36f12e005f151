/* Halo exchange with post/start/complete/wait: a rank waits for its neighbours only. */
#include "heat2d.h"

static MPI_Group neighbours; /* those that exist */

void exchange_begin(Halo *halo) {
  int ranks[DIRECTIONS], count = 0;
  for (int direction = 0; direction < DIRECTIONS; ++direction)
    if (halo->neighbour[direction] != MPI_PROC_NULL)
      ranks[count++] = halo->neighbour[direction];
  MPI_Group all;
  MPI_Win_get_group(halo->ghost_win, &all);
  MPI_Group_incl(all, count, ranks, &neighbours);
  MPI_Group_free(&all);
#ifdef FORGET_COMPLETION
  MPI_Win_post(neighbours, 0, halo->ghost_win);
#endif
}

void exchange_end(Halo *halo) {
#ifdef FORGET_COMPLETION
  MPI_Win_start(neighbours, 0, halo->ghost_win);
  MPI_Win_complete(halo->ghost_win);
  MPI_Win_wait(halo->ghost_win);
#endif
  (void)halo;
  MPI_Group_free(&neighbours);
}

void exchange(Halo *halo, const double *part) {
  int size = halo->size;
#ifndef FORGET_COMPLETION
  MPI_Win_post(neighbours, 0, halo->ghost_win); /* what came last time has been read */
#endif
  MPI_Win_start(neighbours, 0, halo->ghost_win);
  for (int direction = 0; direction < DIRECTIONS; ++direction) {
#ifdef REUSE_BUFFER
    double *edge = halo->edge;
#else
    double *edge = halo->edge + direction * size;
#endif
    for (int i = 0; i < size; ++i)
      edge[i] = part[edge_cell(halo, direction, i)];
    MPI_Put(edge, size, MPI_DOUBLE, halo->neighbour[direction], opposite(direction) * size, size,
            MPI_DOUBLE, halo->ghost_win);
  }
  MPI_Win_complete(halo->ghost_win);
  MPI_Win_wait(halo->ghost_win); /* the neighbours' edges have arrived */
#ifdef FORGET_COMPLETION
  MPI_Win_post(neighbours, 0, halo->ghost_win); /* too early: they are not read yet */
#endif
}
