// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// A guard within a guard of the same target, which the program gives as one number only.
#include <mpi.h>

namespace {

class Guard {
  MPI_Win win;
  int target;

public:
  Guard(MPI_Win w, int t) : win(w), target(t) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win); // #lock
  }
  ~Guard() { MPI_Win_unlock(target, win); }
  Guard(const Guard &) = delete;
};

class Stack {
  MPI_Win win;

  int depthLocked(int owner) {
    int depth = 0;
    MPI_Get(&depth, 1, MPI_INT, owner, 0, 1, MPI_INT, win);
    MPI_Win_flush(owner, win);
    return depth;
  }

public:
  explicit Stack(MPI_Win w) : win(w) {}
  int depth(int owner) {
    Guard guard(win, owner);
    return depthLocked(owner);
  }
  int depthOfBoth(int owner) {
    Guard guard(win, owner);
    return depthLocked(owner) + depth(owner); // expected-warning@#lock {{[rma-nested-epoch]}}
  }
  int depthOfTwo(int owner, int other) {
    Guard guard(win, owner);
    return depthLocked(owner) + depth(other);
  }
  int depthTwice(int owner) {
    int once = depth(owner);
    Guard guard(win, owner);
    return once + depthLocked(owner);
  }
};

} // namespace

int main() {
  int *memory;
  MPI_Win win;
  MPI_Init(nullptr, nullptr);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  Stack stack(win);
  int sum = stack.depthOfBoth(0) + stack.depthTwice(0) + stack.depthOfTwo(0, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 0;
}
