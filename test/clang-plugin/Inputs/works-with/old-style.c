#include <mpi.h>
int race(target, win, b)
  int target;
  MPI_Win win;
  double *b;
{
  MPI_Win_lock_all(0, win);
  MPI_Put(b, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
  b[0] = 1;
  return MPI_Win_unlock_all(win);
}
