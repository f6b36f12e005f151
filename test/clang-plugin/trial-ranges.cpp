// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// right-no-diagnostics
// Algorithms, of namespace std::ranges too, are of numbers that are sent, and that are received.
#include <algorithm>
#include <array>
#include <mpi.h>
#include <numeric>
#include <vector>
struct Epoch {
  MPI_Win win;
  explicit Epoch(MPI_Win win) : win(win) { MPI_Win_lock_all(0, win); }
  ~Epoch() { MPI_Win_unlock_all(win); }
};
static int turn(MPI_Win win, const int *ghost, int to, std::vector<int> &edge, int value) {
  MPI_Request request;
  std::ranges::fill(edge, value);
  MPI_Rput(edge.data(), 16, MPI_INT, to, 0, 16, MPI_INT, win, &request); // wrong-note {{the operation is issued here}}
#ifdef RIGHT
  MPI_Win_flush(to, win);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE); // wrong-warning {{MPI_Wait completes MPI_Rput at line 18 at its origin only, and then MPI_Barrier at line 23 lets another process go on [rma-weak-completion]}}
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  int all = std::accumulate(ghost, ghost + 16, 0); // wrong-note {{MPI_Win_flush, or the unlock, must come before MPI_Barrier, which lets it come here}}
  MPI_Barrier(MPI_COMM_WORLD);
  return all;
}
static int last(MPI_Win win, int from) {
  std::array<int, 16> got;
  MPI_Get(got.data(), 16, MPI_INT, from, 0, 16, MPI_INT, win); // wrong-note {{MPI_Get writes 'got.data()' from here until its local completion: MPI_Win_flush_local, or the fence}}
#ifdef RIGHT
  MPI_Win_flush(from, win);
#endif
  int most = *std::ranges::max_element(got); // wrong-warning {{'got' is read by max_element while MPI_Get at line 31 may still be writing it [rma-local-race]}}
  MPI_Win_flush(from, win);
  return most + got[0];
}
int main(int argc, char **argv) {
  int rank, size, *ghost, all = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &ghost, &win);
  std::vector<int> edge(16);
  {
    Epoch epoch(win);
    for (int i = 0; i < 3; ++i)
      all += turn(win, ghost, (rank + 1) % size, edge, i);
    MPI_Win_flush_all(win);
    all += last(win, (rank + 1) % size);
  }
  int slots[2] = {1, 0}, values[2] = {1, 2}; // sorted, they are others
  std::sort(slots, slots + 2);
  MPI_Win_fence(0, win);
  MPI_Put(&values[0], 1, MPI_INT, rank, slots[0], 1, MPI_INT, win);
  MPI_Put(&values[1], 1, MPI_INT, rank, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return all < 0;
}
