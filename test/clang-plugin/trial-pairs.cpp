// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// Numbers that are returned as pairs and structures, and have names of their own.
// right-no-diagnostics

#include <mpi.h>
#include <utility>

#ifdef RIGHT
constexpr int kBlock = 8;
#else
constexpr int kBlock = 9;
#endif
struct Place {
  int owner;
  MPI_Aint at;
};
static Place placeOf(int cell) { return {cell / 8, cell % kBlock}; }
static auto pairOf(int cell) { return std::pair(cell / 8, cell % kBlock); }
static auto made(int cell) { return std::make_pair(cell / 8, cell % kBlock); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const auto [rank, size] = [] {
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return std::pair{rank, size};
  }();
  double *memory, cells[16];
  MPI_Win wins[3];
  for (MPI_Win &win : wins) {
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // wrong-note 3 {{the window is made here}}
    MPI_Win_fence(0, win);
  }
  for (int i = 0; i < 16; i++) {
    const auto [owner, at] = placeOf(i);
    MPI_Get(&cells[i], 1, MPI_DOUBLE, owner, at, 1, MPI_DOUBLE, wins[0]); // wrong-warning {{which has 64 at its target [rma-out-of-window]}}
  }
  MPI_Win_fence(0, wins[0]);
  for (int i = 0; i < 16; i++) {
    auto [owner, at] = pairOf(i);
    MPI_Get(&cells[i], 1, MPI_DOUBLE, owner, at, 1, MPI_DOUBLE, wins[1]); // wrong-warning {{which has 64 at its target [rma-out-of-window]}}
  }
  MPI_Win_fence(0, wins[1]);
  for (int i = 0; i < 16; i++) {
    auto place = made(i);
    auto &[owner, at] = place;
    MPI_Get(&cells[i], 1, MPI_DOUBLE, owner, place.second, 1, MPI_DOUBLE, wins[2]); // wrong-warning {{which has 64 at its target [rma-out-of-window]}}
    at = 0;
  }
  MPI_Win_fence(0, wins[2]);
  auto last = std::make_pair(rank, 0);
  auto &[to, at] = last;
  to = (rank + 1) % size;
  at = rank % 2;
  MPI_Put(cells, 1, MPI_DOUBLE, last.first, last.second, 1, MPI_DOUBLE, wins[0]);
  for (MPI_Win &win : wins) {
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
