// ranks: 2
// flags: -O2 -fopenmp; -O0 -g -fopenmp
// features: openmp
// MPI_THREAD_FUNNELED: within one parallel region the master exchanges halos while the team waits in barriers, and the
// team computes on rows in between.
#include <mpi.h>
#include <omp.h>
#include <string.h>

#define ROWS 16
#define COLUMNS 32
#define STEPS 4

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *field, next[ROWS + 2][COLUMNS];
  MPI_Win win;
  MPI_Win_allocate((ROWS + 2) * COLUMNS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &field, &win);
  double(*u)[COLUMNS] = (double(*)[COLUMNS])field;
  memset(field, 0, (ROWS + 2) * COLUMNS * sizeof(double));
  u[1][rank] = 1;
  const int other = 1 - rank;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
#pragma omp parallel num_threads(3)
  for (int step = 0; step < STEPS; ++step) {
#pragma omp master
    {
      MPI_Put(u[ROWS], COLUMNS, MPI_DOUBLE, other, 0, COLUMNS, MPI_DOUBLE, win);
      MPI_Put(u[1], COLUMNS, MPI_DOUBLE, other, (ROWS + 1) * COLUMNS, COLUMNS, MPI_DOUBLE, win);
      MPI_Win_fence(0, win);
    }
#pragma omp barrier
#pragma omp for
    for (int i = 1; i <= ROWS; ++i)
      for (int j = 0; j < COLUMNS; ++j)
        next[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][(j + 1) % COLUMNS] + u[i][(j + COLUMNS - 1) % COLUMNS]);
#pragma omp for
    for (int i = 1; i <= ROWS; ++i)
      memcpy(u[i], next[i], sizeof next[i]);
#pragma omp master
    MPI_Win_fence(0, win); // the other has read its halo
#pragma omp barrier
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
