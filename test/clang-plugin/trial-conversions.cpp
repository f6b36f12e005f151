// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// right-no-diagnostics
//
// Range-based loops whose variable has another type than the elements.

#include <mpi.h>
#include <array>
#include <span>

struct LongView {
  const long *first;
  int count;
  const long *begin() const { return first; }
  const long *end() const { return first + count; }
};
struct Range {
  int first, count;
};
struct Part : Range {
  int a, b;
};
struct State {
  float mine[8], ghost[8];
};

#ifdef WRONG
enum { kMore = 1 };
#else
enum { kMore = 0 };
#endif

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  float *memory;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16 * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // wrong-note {{the window is made here}}
  static State state;
  double sum = 0;
  MPI_Win_fence(0, win);
  MPI_Get(state.ghost, 8, MPI_FLOAT, 0, 0, 8, MPI_FLOAT, win);
  for (double each : state.mine)
    sum += each;
  MPI_Win_fence(0, win);
  float value = 1;
  if (rank == 0) {
    for (MPI_Aint at : std::array<int, 4>{1, 3, 5, 15})
      MPI_Put(&value, 1, MPI_FLOAT, 1, at, 1, MPI_FLOAT, win);
    const int even[4] = {0, 2, 4, 6};
    for (long at : even)
      MPI_Put(&value, 1, MPI_FLOAT, 1, at, 1, MPI_FLOAT, win);
  }
  MPI_Win_fence(0, win);
  for (double each : std::span<float>(memory, 8))
    sum += each;
  static const long values[5] = {3, 4, 5, 6, 7};
  int k = 12;
  const LongView view{values, 4 + kMore};
  if (rank == 0)
    for (int each : view)
      MPI_Put(&value, 1, MPI_FLOAT, 1, k++ + 0 * each, 1, MPI_FLOAT, win); // wrong-warning {{MPI_Put accesses bytes 64 to 67 of 'win', which has 64 at its target [rma-out-of-window]}}
  MPI_Win_fence(0, win);
  Part parts[2];
  for (int i = 0; i < 2; ++i) {
    parts[i].first = 8 * i;
    parts[i].count = 8;
    parts[i].a = parts[i].b = 1000;
  }
  for (Range part : parts)
    MPI_Get(state.ghost, part.count, MPI_FLOAT, 0, part.first, part.count, MPI_FLOAT, win), MPI_Win_fence(0, win);
  for (const Range &part : parts)
    MPI_Get(state.ghost, part.count, MPI_FLOAT, 0, part.first, part.count, MPI_FLOAT, win), MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}
