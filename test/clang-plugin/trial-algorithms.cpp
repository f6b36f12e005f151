// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
// right-no-diagnostics
// Algorithms that call functions access their ranges; beside that only what those functions write is forgotten,
// and generators of numbers and the like keep to themselves.
#include <algorithm>
#include <array>
#include <map>
#include <mpi.h>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

static int half(int x) { return x / 2; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  std::array<int, 64> memory{};
  std::array<int, 8> out{}, weights{};
  MPI_Win win;
  MPI_Win_create(memory.data(), sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  const int other = 1 - rank;

  std::minstd_rand engine(rank);
  std::uniform_int_distribution<int> any(0, 99);
  std::map<int, int> counts;
  std::optional<int> last;
  std::generate(out.begin(), out.end(), [&] { return any(engine); });
  ++counts[out[0]];
  last = counts.size();
  int slot = 0;
  std::for_each(out.begin(), out.end(), [&](int) { slot += 8; });
  const auto less = [](int a, int b) { return a < b; };
  std::sort(out.begin(), out.end(), less);

  MPI_Win_fence(0, win);
  MPI_Put(out.data(), 8, MPI_INT, other, 8 * rank, 8, MPI_INT, win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 48, which must come between the two}}
#ifdef RIGHT
  MPI_Win_fence(0, win);
#endif
  std::transform(memory.begin(), memory.begin() + 16, memory.begin() + 16, half); // wrong-warning {{'memory.begin()' is read while another process's MPI_Put at line 43 may still be writing it [rma-remote-race]}}
  MPI_Win_fence(0, win);
  // Nobody knows where that is.
  MPI_Put(out.data(), 1, MPI_INT, other, slot, 1, MPI_INT, win);
  const int sum = std::inner_product(weights.begin(), weights.end(), memory.begin() + 48, last.value_or(0));
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

  MPI_Win_free(&win);

  long hits = sum, misses = 1, *bins;
  unsigned long bits = 1;
  MPI_Win_allocate(64, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &bins, &win); // wrong-note {{nothing behind this call orders the two}}
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Accumulate(&hits, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_BOR, win);
#ifdef RIGHT
  else
    MPI_Accumulate(&misses, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_BOR, win);
#else
  else
    MPI_Accumulate(&bits, 1, MPI_UNSIGNED_LONG, 0, 0, 1, MPI_UNSIGNED_LONG, MPI_BOR, win); // wrong-warning {{MPI_Accumulate accesses at target '0' what another process's MPI_Accumulate at line 61 may be writing [rma-remote-race]}}
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
