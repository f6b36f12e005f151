/* A long run: a ring of ranks exchanges edges, some of the time with fences, some with a lock that is held all the
 * time, and adds up a residual every tenth step. Argument: steps. */
#include <mpi.h>

#include <stdlib.h>

enum { kCells = 64 };

static double cells[kCells];

static void update(const double *ghosts) {
  for (int i = 1; i + 1 < kCells; ++i)
    cells[i] = 0.25 * (cells[i - 1] + 2 * cells[i] + cells[i + 1]);
  cells[0] = 0.5 * (cells[0] + ghosts[0]);
  cells[kCells - 1] = 0.5 * (cells[kCells - 1] + ghosts[1]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long steps = argc > 1 ? atol(argv[1]) : 1000;
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
  double *fenced, *locked;
  MPI_Win fence_win, lock_win;
  MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &fenced, &fence_win);
  MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &locked, &lock_win);
  fenced[0] = fenced[1] = locked[0] = locked[1] = 0;
  MPI_Win_fence(0, fence_win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, lock_win);
  for (long step = 0; step < steps; ++step) {
    double edges[2] = {cells[0], cells[kCells - 1]};
    if (step % 2) {
      MPI_Put(&edges[0], 1, MPI_DOUBLE, left, 1, 1, MPI_DOUBLE, fence_win);
      MPI_Put(&edges[1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, fence_win);
      MPI_Win_fence(0, fence_win);
      update(fenced);
      MPI_Win_fence(0, fence_win);
    } else {
      MPI_Put(&edges[0], 1, MPI_DOUBLE, left, 1, 1, MPI_DOUBLE, lock_win);
      MPI_Put(&edges[1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, lock_win);
      MPI_Win_flush_all(lock_win);
      MPI_Barrier(MPI_COMM_WORLD);
      update(locked);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    if (step % 10 == 0) {
      double mine = cells[0], all;
      MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  MPI_Win_unlock_all(lock_win);
  MPI_Win_free(&lock_win);
  MPI_Win_free(&fence_win);
  MPI_Finalize();
}
