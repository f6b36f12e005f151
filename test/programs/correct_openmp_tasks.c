// ranks: 2
// features: openmp
// flags: -O2 -fopenmp; -O0 -fopenmp
// Tasks that are waited for, depend on each other, or are not deferred.
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int provided, rank, size, *memory, buffer[64] = {0}, filled = 0, changed = 0;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int peer = (rank + 1) % size;
  MPI_Win_allocate(1024 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 16; ++i) {
#pragma omp task firstprivate(i)
      {
        buffer[i] = i;
        MPI_Put(&buffer[i], 1, MPI_INT, peer, i, 1, MPI_INT, win);
        MPI_Win_flush_local(peer, win);
      }
    }
#pragma omp taskwait
    for (int i = 0; i < 16; ++i)
      buffer[i]++;
#pragma omp taskgroup
    {
      for (int i = 0; i < 16; ++i) {
#pragma omp task firstprivate(i)
        {
          MPI_Get(&buffer[i], 1, MPI_INT, peer, 64 + i, 1, MPI_INT, win);
          MPI_Win_flush(peer, win);
        }
      }
    }
    int sum = 0;
    for (int i = 0; i < 16; ++i)
      sum += buffer[i];
#pragma omp task depend(out : filled)
    {
      MPI_Get(buffer, 1, MPI_INT, peer, 64, 1, MPI_INT, win);
      MPI_Win_flush(peer, win);
    }
#pragma omp task depend(in : filled) depend(out : changed)
    { buffer[0]++; }
#pragma omp task depend(inout : changed)
    {
      MPI_Put(buffer, 1, MPI_INT, peer, 101, 1, MPI_INT, win);
      MPI_Win_flush(peer, win);
    }
#pragma omp taskwait
#pragma omp task if (0)
    { buffer[0] = sum; }
    MPI_Put(buffer, 1, MPI_INT, peer, 102, 1, MPI_INT, win);
    MPI_Win_flush(peer, win);
#pragma omp task
    {
      buffer[3] = 4;
#pragma omp task
      {
        buffer[4] = 4;
        MPI_Put(&buffer[4], 1, MPI_INT, peer, 104, 1, MPI_INT, win);
        MPI_Win_flush(peer, win);
      }
#pragma omp taskwait
      buffer[4] = 5;
    }
#pragma omp taskloop
    for (int i = 8; i < 16; ++i) {
      buffer[i] = i;
      MPI_Put(&buffer[i], 1, MPI_INT, peer, i + 200, 1, MPI_INT, win);
      MPI_Win_flush(peer, win);
    }
  }
  buffer[3] = buffer[4];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
