// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DTOLD %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DFLAG %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DCOPIES %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DHELD %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DNUMBERS %s
// right-no-diagnostics
// A thread may run as soon as it is made, unless something else than its end orders it.
#include <atomic>
#include <condition_variable>
#include <mpi.h>
#include <mutex>
#include <thread>
#include <vector>
static void fill(std::vector<int> &numbers, int value) {
  for (int i = 0; i < 16; i++)
    numbers[i] = value; // wrong-warning {{'numbers[i]' is written while MPI_Put at line 41 may still be reading it [rma-local-race]}}
}
static void clear(int *row) {
  for (int i = 0; i < 4; i++)
    row[i] = 0; // wrong-warning {{'row[i]' is written while MPI_Put at line 43 may still be reading it [rma-local-race]}}
}
static void clearIf(int isSure, int *row) {
  if (isSure)
    clear(row);
}
static void keep(std::vector<int> &&mine, int value) {
  for (int i = 0; i < 16; i++)
    mine[i] = value;
}
static bool over = false;
#if defined(TOLD) || defined(HELD)
static std::mutex mutex;
static std::condition_variable isOver;
#endif
#ifdef FLAG
static std::atomic<bool> flag;
#endif
static int step(MPI_Win win, std::vector<int> &out, int *row, int to, int value) {
  MPI_Put(out.data(), 16, MPI_INT, to, 0, 16, MPI_INT, win); // wrong-note {{MPI_Put reads 'out.data()' from here until its local completion: MPI_Win_fence at line 82}}
  over = false;
  MPI_Put(row, 4, MPI_INT, to, 16, 4, MPI_INT, win); // wrong-note {{MPI_Put reads 'row' from here until its local completion: MPI_Win_fence at line 82}}
#ifdef TOLD
  std::thread next([&] {
    std::unique_lock lock(mutex);
    isOver.wait(lock, [] { return over; });
    fill(out, value);
    clear(row);
  });
#elif defined(FLAG)
  std::thread next([&] {
    while (!flag)
      ;
    fill(out, value);
    clear(row);
    over = true;
  });
#elif defined(HELD)
  mutex.lock();
  std::thread next([&] {
    std::lock_guard held(mutex);
    fill(out, value);
    over = true;
  });
  if (over) // not yet
    MPI_Win_unlock_all(win);
#elif defined(RIGHT)
  MPI_Win_fence(0, win);
  std::thread next(fill, std::ref(out), value);
  std::jthread other([=] { clear(row); });
#elif defined(COPIES)
  std::thread next(keep, out, value);
  std::jthread other([](std::vector<int> mine) { mine[1] = 2; }, out);
#elif defined(NUMBERS)
  int isSure = 0;
  std::thread next(clearIf, isSure, row);
#else
  std::thread next(fill, std::ref(out), value);
  std::jthread other([=] { clear(row); });
#endif
  MPI_Win_fence(0, win);
#ifdef TOLD
  {
    std::lock_guard lock(mutex);
    over = true;
  }
  isOver.notify_one();
#endif
#ifdef FLAG
  flag = true;
#elif defined(HELD)
  mutex.unlock();
#endif
  next.join();
  return out[0];
}
int main(int argc, char **argv) {
  int rank, size, *memory, row[4] = {1}, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(20 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  std::vector<int> out(16);
  MPI_Win_fence(0, win);
  sum += step(win, out, row, (rank + 1) % size, 2);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
