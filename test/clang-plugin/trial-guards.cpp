// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// Guards that are passed, moved, returned and owned unlock where they end.
// right-no-diagnostics

#include <memory>
#include <mpi.h>
#include <mutex>
#include <utility>

class Guard {
  MPI_Win win;
  int to;

public:
  Guard(MPI_Win win, int to) : win(win), to(to) { MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win); }
  Guard(Guard &&other) : win(other.win), to(std::exchange(other.to, -1)) {}
  ~Guard() {
    if (to >= 0)
      MPI_Win_unlock(to, win); // wrong-note 3 {{the epoch was closed here}}
  }
};
static Guard locked(MPI_Win win, int to) { return Guard(win, to); }
static Guard passed(Guard guard) { return guard; }
static void finish(Guard) {}

struct Target {
  MPI_Win win;
  int to;
  void lock() { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win); }
  void unlock() { MPI_Win_unlock(to, win); }
};
static std::mutex own;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *memory, value = rank;
  MPI_Win wins[4];
  for (MPI_Win &win : wins)
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int to = (rank + 1) % size;
  {
    Guard guard = passed(locked(wins[0], to));
#ifndef RIGHT
    finish(std::move(guard));
#endif
    MPI_Put(&value, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, wins[0]); // wrong-warning {{MPI_Put on 'wins[0]', which has no epoch open [rma-no-epoch]}}
  }
  {
#ifdef RIGHT
    const Guard &guard = locked(wins[1], to);
#else
    locked(wins[1], to);
#endif
    MPI_Put(&value, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, wins[1]); // wrong-warning {{MPI_Put on 'wins[1]', which has no epoch open [rma-no-epoch]}}
  }
  {
    auto guard = std::make_unique<Guard>(wins[2], to);
#ifdef RIGHT
    auto other = std::move(guard);
#endif
    guard.reset();
    MPI_Put(&value, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, wins[2]); // wrong-warning {{MPI_Put on 'wins[2]', which has no epoch open [rma-no-epoch]}}
  }
  {
    std::lock_guard<std::mutex> mine(own);
    Target target{wins[3], to};
    double mean = value / size;
    {
      std::lock_guard<Target> guard(target);
      MPI_Put(&mean, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, wins[3]); // wrong-note {{MPI_Put reads '&mean' from here}}
#ifndef RIGHT
      mean = 0; // wrong-warning {{'mean' is written while MPI_Put at line 75 may still be reading it [rma-local-race]}}
#endif
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (MPI_Win &win : wins)
    MPI_Win_free(&win);
  MPI_Finalize();
}
