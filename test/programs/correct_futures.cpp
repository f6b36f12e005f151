// ranks: 2
// flags: -O2 -std=c++20 -pthread
// std::async prepares the next block while the main thread puts the last; the future orders.
#include <mpi.h>

#include <array>
#include <future>
#include <numeric>

using Block = std::array<double, 32>;

int main(int argc, char **argv) {
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof(Block), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  std::array<Block, 2> blocks;
  auto fill = [](Block &block, double first) { std::iota(block.begin(), block.end(), first); };
  fill(blocks[0], rank);
  for (int step = 0; step < 4; ++step) {
    auto next = std::async(std::launch::async, [&] { fill(blocks[(step + 1) % 2], rank + step + 1); });
    MPI_Put(blocks[step % 2].data(), 32, MPI_DOUBLE, 1 - rank, step * 32, 32, MPI_DOUBLE, win);
    MPI_Win_fence(step == 3 ? MPI_MODE_NOSUCCEED : 0, win);
    next.get();
  }
  double sum = std::accumulate(memory, memory + 128, 0.0);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum != 4 * 496 + 32 * (4 * (1 - rank) + 6);
}
