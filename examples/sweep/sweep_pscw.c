/* The flow is handed on with post/start/complete/wait: a rank waits for those before it only. */
#include "sweep.h"

static MPI_Group before[QUADRANTS], after[QUADRANTS];

static MPI_Group group_of(MPI_Win win, const int neighbours[2]) {
  int ranks[2], count = 0;
  for (int axis = 0; axis < 2; ++axis)
    if (neighbours[axis] != MPI_PROC_NULL)
      ranks[count++] = neighbours[axis];
  MPI_Group all, some;
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, count, ranks, &some);
  MPI_Group_free(&all);
  return some;
}

void sweep_begin(Grid *grid, const Direction directions[QUADRANTS]) {
  for (int quadrant = 0; quadrant < QUADRANTS; ++quadrant) {
    before[quadrant] = group_of(grid->inflow_win, directions[quadrant].from);
    after[quadrant] = group_of(grid->inflow_win, directions[quadrant].to);
  }
}

void sweep(Grid *grid, const Direction *direction, int quadrant) {
  int first = direction->from[0] == MPI_PROC_NULL && direction->from[1] == MPI_PROC_NULL;
  int last = direction->to[0] == MPI_PROC_NULL && direction->to[1] == MPI_PROC_NULL;
  if (!first)
    MPI_Win_post(before[quadrant], 0, grid->inflow_win);
  for (int block = 0; block < grid->blocks; ++block) {
    if (!first) {
      MPI_Win_wait(grid->inflow_win);
      if (block + 1 < grid->blocks) /* the next block has a place of its own */
        MPI_Win_post(before[quadrant], 0, grid->inflow_win);
    }
    compute(grid, direction, block);
    if (last)
      continue;
    MPI_Win_start(after[quadrant], 0, grid->inflow_win);
    for (int axis = 0; axis < 2; ++axis) {
      int count = (int)slot_size(grid, axis);
      MPI_Aint at = (MPI_Aint)slot(grid, axis, block);
      MPI_Put(grid->outflow + at, count, MPI_DOUBLE, direction->to[axis], at, count, MPI_DOUBLE,
              grid->inflow_win);
    }
    MPI_Win_complete(grid->inflow_win);
  }
}

void sweep_end(Grid *grid) {
  (void)grid;
  for (int quadrant = 0; quadrant < QUADRANTS; ++quadrant) {
    MPI_Group_free(&before[quadrant]);
    MPI_Group_free(&after[quadrant]);
  }
}
