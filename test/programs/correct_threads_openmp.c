// ranks: 2
// flags: -O2 -fopenmp; -O0 -fopenmp
// features: openmp
// Teams of OpenMP work on the window between the fences: loops, tasks, a critical region, single.
#include <mpi.h>
#include <omp.h>

#define N 1024
#define ROUNDS 3

int main(int argc, char **argv) {
  int rank, provided;
  double *window, sum = 0;
  static double out[N];
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  omp_set_num_threads(4);
  for (int round = 0; round < ROUNDS; ++round) {
#pragma omp parallel for
    for (int i = 0; i < N; ++i)
      out[i] = rank + i;
    MPI_Win_fence(0, win);
    MPI_Put(out, N, MPI_DOUBLE, 1 - rank, 0, N, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; ++i)
      sum += window[i];
#pragma omp parallel
    {
#pragma omp critical
      window[0] += 1;
#pragma omp single
      for (int block = 0; block < 8; ++block)
#pragma omp task firstprivate(block)
        for (int i = 0; i < N / 8; ++i)
          window[block * N / 8 + i] += 1;
    }
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
