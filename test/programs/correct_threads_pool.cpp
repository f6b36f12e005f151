// ranks: 2
// flags: -O2 -pthread; -O0 -pthread
// Threads of C++ that never call MPI work on the window between the main thread's fences: what they did was ordered
// by a mutex and condition variable, by atomics, by the end of the thread.
#include <atomic>
#include <condition_variable>
#include <mpi.h>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kCount = 256, kWorkers = 3, kRounds = 4;

struct Pool {
  std::mutex mutex;
  std::condition_variable changed;
  int round = 0, done = 0;
};

static double *window;

static void work(Pool &pool, int me) {
  for (int round = 1; round <= kRounds; ++round) {
    {
      std::unique_lock<std::mutex> lock(pool.mutex);
      pool.changed.wait(lock, [&] { return pool.round >= round; });
    }
    for (int i = me; i < kCount; i += kWorkers)
      window[i] += 1;
    std::lock_guard<std::mutex> lock(pool.mutex);
    ++pool.done;
    pool.changed.notify_all();
  }
}

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Win win;
  std::vector<double> out(kCount);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kCount * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  Pool pool;
  std::vector<std::thread> threads;
  for (int i = 0; i < kWorkers; ++i)
    threads.emplace_back(work, std::ref(pool), i);
  for (int round = 1; round <= kRounds; ++round) {
    MPI_Win_fence(0, win);
    MPI_Put(out.data(), kCount, MPI_DOUBLE, 1 - rank, 0, kCount, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    std::unique_lock<std::mutex> lock(pool.mutex);
    pool.round = round;
    pool.changed.notify_all();
    pool.changed.wait(lock, [&] { return pool.done == kWorkers * round; });
  }
  for (std::thread &thread : threads)
    thread.join();

  std::atomic<int> turn{0};
  std::thread last([&] {
    while (turn.load(std::memory_order_acquire) != 1)
      std::this_thread::yield();
    for (int i = 0; i < kCount; ++i)
      window[i] *= 2;
    turn.store(2, std::memory_order_release);
  });
  MPI_Win_fence(0, win);
  MPI_Put(out.data(), kCount, MPI_DOUBLE, 1 - rank, 0, kCount, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  turn.store(1, std::memory_order_release);
  while (turn.load(std::memory_order_acquire) != 2)
    std::this_thread::yield();
  MPI_Win_fence(0, win);
  MPI_Put(out.data(), kCount, MPI_DOUBLE, 1 - rank, 0, kCount, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  last.join();
  MPI_Win_free(&win);
  MPI_Finalize();
}
