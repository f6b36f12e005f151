// ranks: 2
// flags: -O2 -fopenmp
// features: openmp
// Tasks with dependences: a task computes a block, the next puts and flushes it, a third reuses the block. Each
// block has its own bytes at the target.
#include <mpi.h>
#include <omp.h>

#define BLOCKS 4
#define N 16
#define ROUNDS 2

static double blocks[BLOCKS][N];

int main(int argc, char **argv) {
  int rank, provided;
  double *memory, sum = 0;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(ROUNDS * BLOCKS * N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int round = 0; round < ROUNDS; ++round)
    for (int b = 0; b < BLOCKS; ++b) {
#pragma omp task depend(out : blocks[b]) firstprivate(b, round)
      for (int i = 0; i < N; ++i)
        blocks[b][i] = rank + round + b * i;
#pragma omp task depend(inout : blocks[b]) firstprivate(b, round)
      {
        MPI_Put(blocks[b], N, MPI_DOUBLE, 1 - rank, (round * BLOCKS + b) * N, N, MPI_DOUBLE, win);
        MPI_Win_flush(1 - rank, win);
      }
    }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ROUNDS * BLOCKS * N; ++i)
    sum += memory[i];
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
