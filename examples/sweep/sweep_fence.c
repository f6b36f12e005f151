/* The flow is handed on with fences: all ranks go through all steps together. */
#include "sweep.h"

void sweep_begin(Grid *grid, const Direction directions[QUADRANTS]) {
  (void)directions;
  MPI_Win_fence(0, grid->inflow_win);
}

void sweep(Grid *grid, const Direction *direction, int quadrant) {
  (void)quadrant;
  for (int step = 0; step < direction->stages + grid->blocks - 1; ++step) {
    int block = step - direction->stage;
    if (block >= 0 && block < grid->blocks) {
      compute(grid, direction, block);
      for (int axis = 0; axis < 2; ++axis) {
        int count = (int)slot_size(grid, axis);
        MPI_Aint at = (MPI_Aint)slot(grid, axis, block);
        MPI_Put(grid->outflow + at, count, MPI_DOUBLE, direction->to[axis], at, count, MPI_DOUBLE,
                grid->inflow_win);
      }
    }
    MPI_Win_fence(0, grid->inflow_win);
  }
}

void sweep_end(Grid *grid) { (void)grid; }
