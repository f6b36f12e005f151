/* Halo exchange with one lock_all epoch, flushes and barriers. */
#include "heat2d.h"

void exchange_begin(Halo *halo) { MPI_Win_lock_all(0, halo->ghost_win); }

void exchange_end(Halo *halo) { MPI_Win_unlock_all(halo->ghost_win); }

void exchange(Halo *halo, const double *part) {
  int size = halo->size;
  MPI_Win_sync(halo->ghost_win);
  MPI_Barrier(halo->comm); /* the neighbours have read what came last time */
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
#ifdef FORGET_COMPLETION
  MPI_Win_flush_local_all(halo->ghost_win); /* edge may be used again, but nothing has arrived */
#else
  MPI_Win_flush_all(halo->ghost_win); /* complete at the neighbours */
#endif
  MPI_Barrier(halo->comm); /* the neighbours' edges have arrived */
  MPI_Win_sync(halo->ghost_win);
}
