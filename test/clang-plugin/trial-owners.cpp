// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// A unique_ptr to a base calls, and deletes, what it owns.
// right-no-diagnostics

#include <memory>
#include <mpi.h>

struct Policy {
  virtual ~Policy() = default;
  virtual void finish(MPI_Win win, int to) = 0;
};
struct Flushing final : Policy {
  void finish(MPI_Win win, int to) override { MPI_Win_flush(to, win); }
};
struct Lazy final : Policy {
  void finish(MPI_Win win, int) override { MPI_Win_sync(win); }
};
class Locked : public Policy {
  MPI_Win win;
  int to;

public:
  Locked(MPI_Win win, int to) : win(win), to(to) { MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win); }
  ~Locked() override { MPI_Win_unlock(to, win); } // wrong-note {{the epoch was closed here}}
  void finish(MPI_Win, int) override {}
};
static std::unique_ptr<Policy> policy(bool isLazy) {
  if (isLazy)
    return std::make_unique<Lazy>();
  return std::make_unique<Flushing>();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *memory, value = rank;
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int to = (rank + 1) % size;
  std::unique_ptr<Policy> lock = std::make_unique<Locked>(win, to);
#ifndef RIGHT
  lock.reset();
#endif
  MPI_Put(&value, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put on 'win', which has no epoch open [rma-no-epoch]}}
  lock = nullptr;
  MPI_Win_lock_all(0, win);
  auto first = policy(false);
  MPI_Put(&value, 1, MPI_DOUBLE, to, 1, 1, MPI_DOUBLE, win);
  first->finish(win, to);
  value = 3;
#ifdef RIGHT
  first = policy(false);
#else
  first = policy(true);
#endif
  MPI_Put(&value, 1, MPI_DOUBLE, to, 2, 1, MPI_DOUBLE, win); // wrong-note {{MPI_Put reads '&value' from here}}
  first->finish(win, to);
  value = 4; // wrong-warning {{'value' is written while MPI_Put at line 60 may still be reading it [rma-local-race]}}
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
