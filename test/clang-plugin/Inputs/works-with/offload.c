#include <mpi.h>
void scale(double *b, int n, int target, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(b, n, MPI_DOUBLE, target, 0, n, MPI_DOUBLE, win);
  b[0] = 1;
  MPI_Win_unlock(target, win);
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++)
    b[i] *= 2;
}
