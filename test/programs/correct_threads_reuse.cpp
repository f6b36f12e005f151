// ranks: 2
// features: openmp
// flags: -O2 -fopenmp; -O0 -fopenmp
// Threads that nothing orders are given the same memory, one after the other.
#include <mpi.h>
#include <omp.h>

#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex together;

int main(int argc, char **argv) {
  int provided, rank, size;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int peer = (rank + 1) % size;
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(512 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
#pragma omp parallel for num_threads(3) schedule(dynamic)
  for (int i = 0; i < 60; i++) {
    std::vector<double> copy(8 + i % 3);
    MPI_Get(copy.data(), 8, MPI_DOUBLE, peer, i * 8, 8, MPI_DOUBLE, win);
    MPI_Win_flush(peer, win);
    double sum = 0;
    for (double value : copy)
      sum += value;
    copy[0] = sum;
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; t++)
    threads.emplace_back([=] {
      for (int i = 0; i < 20; i++) {
        double local[4] = {0};
        auto *heap = static_cast<double *>(std::malloc(64));
        {
          std::lock_guard<std::mutex> guard(together);
          MPI_Get(local, 4, MPI_DOUBLE, peer, t * 8, 4, MPI_DOUBLE, win);
        }
        MPI_Get(heap, 4, MPI_DOUBLE, peer, t * 8, 4, MPI_DOUBLE, win);
        MPI_Win_flush_local(peer, win);
        local[1] = heap[2];
        heap[2] = local[3];
        std::free(heap);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
