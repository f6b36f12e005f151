// ranks: 2
// features: openmp
// flags: -O2 -fopenmp; -O0 -fopenmp
// Two tasks are concurrent, whichever threads happen to run them.
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, rank, *memory, buffer[8] = {0};
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      MPI_Put(buffer, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
      MPI_Win_flush(1 - rank, win);
    }
#pragma omp taskwait
#pragma omp task
    {
      MPI_Get(buffer, 2, MPI_INT, 1 - rank, 8, 2, MPI_INT, win); // expect: rma-local-race
      MPI_Win_flush(1 - rank, win);
    }
#pragma omp task
    {
      MPI_Put(&buffer[1], 1, MPI_INT, 1 - rank, 16, 1, MPI_INT, win); // expect: rma-local-race
      MPI_Win_flush(1 - rank, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
