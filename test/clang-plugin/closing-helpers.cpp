// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// An operation in a lock epoch that a helper closes is none of the fence before it.
// expected-no-diagnostics
#include <mpi.h>

static void unlock(int target, MPI_Win win) { MPI_Win_unlock(target, win); }

class Guard {
  MPI_Win win;
  int target;

public:
  Guard(MPI_Win w, int t) : win(w), target(t) { MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); }
  ~Guard() { MPI_Win_unlock(target, win); }
};

static int get(int target, MPI_Win win) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  unlock(target, win);
  return value;
}

int main(int argc, char **argv) {
  int rank, value = 0, memory[4] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&rank, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Get(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  unlock(rank, win);
  {
    Guard guard(win, rank);
    MPI_Get(&value, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
  }
  value += get(rank, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Get(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return value == rank;
}
