// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// What ends with variables, parameters, objects and their owners while an operation may use it.
// right-no-diagnostics

#include <memory>
#include <mpi.h>
#include <utility>
#include <vector>

#ifdef RIGHT
#define FLUSH(target, win) MPI_Win_flush(target, win)
#else
#define FLUSH(target, win) (void)(target)
#endif

class Block {
  std::vector<double> cells;
  std::unique_ptr<double[]> ghosts;

public:
  explicit Block(int count) : cells(count), ghosts(new double[count]) {}
  double *data() { return cells.data(); }
  double *edge() { return ghosts.get(); }
};
struct Tile : Block {
  Tile() : Block(4) {}
};

static Block made(int count) {
  Block block(count);
  block.data()[0] = count;
  return block;
}
static void put(double *from, int at, int to, MPI_Win win, bool isLast = false) {
  MPI_Put(from, 4, MPI_DOUBLE, to, at, 4, MPI_DOUBLE, win);
#ifndef RIGHT
  if (isLast)
#endif
    MPI_Win_flush_local(to, win);
}
static void send(Block block, int to, MPI_Win win) {
  MPI_Put(block.data(), 4, MPI_DOUBLE, to, 0, 4, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'block' when that goes out of scope [rma-buffer-lifetime]}}
  FLUSH(to, win);
}
static void report(double value, bool isLast, int to, MPI_Win win) {
  MPI_Put(&value, 1, MPI_DOUBLE, to, 4, 1, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'value' when that goes out of scope [rma-buffer-lifetime]}}
#ifndef RIGHT
  if (isLast)
#endif
    MPI_Win_flush(to, win);
}

static void ofScopes(int to, MPI_Win win) {
  {
    Block block(4);
    MPI_Put(block.data(), 4, MPI_DOUBLE, to, 5, 4, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'block' when that goes out of scope [rma-buffer-lifetime]}}
    FLUSH(to, win);
  }
  {
    Block first = made(4), block = std::move(first);
    MPI_Put(block.edge(), 4, MPI_DOUBLE, to, 9, 4, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'block' when that goes out of scope [rma-buffer-lifetime]}}
    FLUSH(to, win);
  }
  {
    Tile tile;
    MPI_Put(tile.data(), 4, MPI_DOUBLE, to, 13, 4, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'tile' when that goes out of scope [rma-buffer-lifetime]}}
    FLUSH(to, win);
  }
  {
    auto owned = std::make_unique<Block>(4);
    MPI_Put(owned->data(), 4, MPI_DOUBLE, to, 17, 4, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'owned' when that goes out of scope [rma-buffer-lifetime]}}
    FLUSH(to, win);
  }
  {
    std::vector<std::vector<double>> rows(2, std::vector<double>(4));
    for (int i = 0; i < 2; i++)
      MPI_Put(rows[i].data(), 4, MPI_DOUBLE, to, 21 + 4 * i, 4, MPI_DOUBLE, win); // wrong-warning {{MPI_Put may still be reading 'rows' when that goes out of scope [rma-buffer-lifetime]}}
    FLUSH(to, win);
  }
}

static void givenBack(int to, MPI_Win win) {
  auto owned = std::make_unique<Block>(4);
  MPI_Put(owned->data(), 4, MPI_DOUBLE, to, 29, 4, MPI_DOUBLE, win); // wrong-note {{the operation is issued here}}
  FLUSH(to, win);
  owned.reset(); // wrong-warning {{'owned' is freed by reset while MPI_Put at line 86 may still be reading it [rma-buffer-lifetime]}}
  owned = std::make_unique<Block>(4);
  MPI_Put(owned->data(), 4, MPI_DOUBLE, to, 33, 4, MPI_DOUBLE, win); // wrong-note {{the operation is issued here}}
  FLUSH(to, win);
  owned = nullptr; // wrong-warning {{'owned' is freed while MPI_Put at line 90 may still be reading it [rma-buffer-lifetime]}}
  auto *block = new Block(4);
  MPI_Put(block->data(), 4, MPI_DOUBLE, to, 37, 4, MPI_DOUBLE, win); // wrong-note {{the operation is issued here}}
  FLUSH(to, win);
  delete block; // wrong-warning {{'block' is freed while MPI_Put at line 94 may still be reading it [rma-buffer-lifetime]}}
  Block other(4);
  MPI_Put(other.data(), 4, MPI_DOUBLE, to, 41, 4, MPI_DOUBLE, win); // wrong-note {{the operation is issued here}}
  FLUSH(to, win);
  other = Block(8); // wrong-warning {{'other' is freed while MPI_Put at line 98 may still be reading it [rma-buffer-lifetime]}}
  void *memory;
  MPI_Alloc_mem(32, MPI_INFO_NULL, &memory);
  MPI_Put(memory, 4, MPI_DOUBLE, to, 45, 4, MPI_DOUBLE, win);
  MPI_Win_flush(to, win);
  MPI_Free_mem(memory);
}

struct Keeper {
  std::vector<double> kept;
  void grow() {
    kept.push_back(1); // wrong-warning {{'kept' is freed by push_back while MPI_Put at line 120 may still be reading it [rma-buffer-lifetime]}}
  }
};
static void growing(int to, MPI_Win win) {
  Keeper keeper;
#ifdef RIGHT
  keeper.kept.reserve(16);
#endif
  keeper.kept.resize(4);
  MPI_Put(keeper.kept.data(), 4, MPI_DOUBLE, to, 49, 4, MPI_DOUBLE, win); // wrong-note {{the operation is issued here}}
  keeper.grow();
  MPI_Win_flush(to, win);
}

// What they hold has gone elsewhere, which lives on.
static std::vector<double> store;
static std::unique_ptr<Block> stored;
static void handOver(int to, MPI_Win win) {
  std::vector<double> cells(4);
  auto block = std::make_unique<Block>(4);
  MPI_Put(cells.data(), 4, MPI_DOUBLE, to, 53, 4, MPI_DOUBLE, win);
  MPI_Put(block->data(), 4, MPI_DOUBLE, to, 57, 4, MPI_DOUBLE, win);
  store = std::move(cells);
  std::swap(stored, block);
  cells.resize(2);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int to = (rank + 1) % size;
  MPI_Win_lock_all(0, win);
  send(Block(4), to, win);
  MPI_Win_flush_all(win);
  for (int i = 0; i < 2; i++)
    report(i, i == 1, to, win);
  ofScopes(to, win);
  givenBack(to, win);
  growing(to, win);
  handOver(to, win);
  MPI_Win_flush(to, win);
  Block last(4);
  put(last.data(), 61, to, win, true);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
