// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// right-no-diagnostics
//
// One method makes all fences: each of its calls opens an epoch of its own, in which only what lies
// between that call and the next one can meet.

#include <mpi.h>
#include <vector>

class Window {
public:
  Window(MPI_Comm comm, std::vector<int> &memory) {
    MPI_Win_create(memory.data(), MPI_Aint(memory.size() * sizeof(int)), sizeof(int), MPI_INFO_NULL, comm, &win);
  }
  Window(const Window &) = delete;
  ~Window() { MPI_Win_free(&win); }
  void fence(int assertion = 0) const { MPI_Win_fence(assertion, win); }
  operator MPI_Win() const { return win; }

private:
  MPI_Win win = MPI_WIN_NULL;
};

class Chain {
public:
  Chain(MPI_Comm comm, int n) : own(n), first(n), second(n), win(comm, first) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
  void replicate() {
    const int n = static_cast<int>(own.size());
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    win.fence(MPI_MODE_NOPRECEDE);
    MPI_Put(own.data(), n, MPI_INT, right, 0, n, MPI_INT, win); // wrong-note {{MPI_Win_fence between them orders the two}}
#ifndef WRONG
    win.fence();
#endif
    MPI_Get(second.data(), n, MPI_INT, left, 0, n, MPI_INT, win); // wrong-warning {{MPI_Get accesses at target 'left' what MPI_Put at line 35 may be writing}}
    win.fence(MPI_MODE_NOSUCCEED);
  }

private:
  int rank = 0, size = 0;
  std::vector<int> own, first, second;
  Window win;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    Chain chain(MPI_COMM_WORLD, 1024);
    for (int round = 0; round < 3; ++round)
      chain.replicate();
  }
  MPI_Finalize();
}
