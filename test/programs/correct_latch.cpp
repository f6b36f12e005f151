// ranks: 2
// flags: -O2 -std=c++20 -pthread
// Workers of C++20 fill parts of a put's buffer and count down a latch; the main thread puts after it, flushes, and lets
// them go on by an atomic's notify.
#include <mpi.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

int main(int argc, char **argv) {
  constexpr int workers = 3, part = 8;
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<int> out(workers * part), memory(workers * part);
  MPI_Win win;
  MPI_Win_create(memory.data(), memory.size() * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  std::latch filled(workers);
  std::atomic<bool> sent = false;
  {
    std::vector<std::jthread> team;
    for (int worker = 0; worker < workers; ++worker)
      team.emplace_back([&, worker] {
        for (int i = 0; i < part; ++i)
          out[worker * part + i] = worker + rank;
        filled.count_down();
        sent.wait(false, std::memory_order_acquire);
        for (int i = 0; i < part; ++i)
          out[worker * part + i] = -1;
      });
    filled.wait();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
    MPI_Put(out.data(), workers * part, MPI_INT, 1 - rank, 0, workers * part, MPI_INT, win);
    MPI_Win_unlock(1 - rank, win);
    sent.store(true, std::memory_order_release);
    sent.notify_all();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int wrong = memory[part] != 1 + 1 - rank;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
