// ranks: 2
// flags: -O2 -fopenmp
// features: openmp
// MPI_THREAD_MULTIPLE: one window and one communicator a thread; threads synchronize with their partners only.
#include <mpi.h>
#include <omp.h>

#define THREADS 3
#define N 20

int main(int argc, char **argv) {
  int rank, provided, wrong = 0;
  MPI_Win windows[THREADS];
  MPI_Comm comms[THREADS];
  int *memory[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int t = 0; t < THREADS; ++t) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, comms[t], &memory[t], &windows[t]);
    for (int i = 0; i < N; ++i)
      memory[t][i] = -1;
    MPI_Win_lock_all(0, windows[t]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel num_threads(THREADS) reduction(+ : wrong)
  {
    const int t = omp_get_thread_num();
    int out[N], token = 0;
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < N; ++i)
        out[i] = 100 * t + 10 * round + rank;
      MPI_Put(out, N, MPI_INT, 1 - rank, 0, N, MPI_INT, windows[t]);
      MPI_Win_flush(1 - rank, windows[t]);
      MPI_Sendrecv_replace(&token, 1, MPI_INT, 1 - rank, round, 1 - rank, round, comms[t], MPI_STATUS_IGNORE);
      for (int i = 0; i < N; ++i)
        wrong += memory[t][i] != 100 * t + 10 * round + 1 - rank;
      MPI_Sendrecv_replace(&token, 1, MPI_INT, 1 - rank, 9, 1 - rank, 9, comms[t], MPI_STATUS_IGNORE);
    }
  }
  for (int t = 0; t < THREADS; ++t) {
    MPI_Win_unlock_all(windows[t]);
    MPI_Win_free(&windows[t]);
    MPI_Comm_free(&comms[t]);
  }
  MPI_Finalize();
  return wrong != 0;
}
