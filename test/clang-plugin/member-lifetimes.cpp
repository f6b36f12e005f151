// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Containers that are members go with their object.

#include <array>
#include <memory>
#include <mpi.h>
#include <utility>
#include <vector>

struct Block {
  std::vector<double> cells;
  std::array<double, 4> sums{};
  std::unique_ptr<double[]> ghosts;
  explicit Block(int count) : cells(count), ghosts(new double[count]) {}
};
struct Pair {
  Block first, second;
};
Block make(int count);
void keep(Block block);
void keepCells(std::vector<double> cells);
std::vector<Block> kept;

void wrong(int peer, MPI_Win win) {
  {
    Block block(4);
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Put may still be reading 'block' when that goes out of scope [rma-buffer-lifetime]}}
  }
  {
    Block block = make(4);
    MPI_Get(&block.cells[0], 4, MPI_DOUBLE, peer, 8, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Get may still be writing 'block' when that goes out of scope [rma-buffer-lifetime]}}
  }
  {
    Block block(4);
    MPI_Put(block.sums.data(), 4, MPI_DOUBLE, peer, 16, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Put may still be reading 'block' when that goes out of scope [rma-buffer-lifetime]}}
  }
  {
    Block block(4);
    MPI_Put(block.ghosts.get(), 4, MPI_DOUBLE, peer, 24, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Put may still be reading 'block' when that goes out of scope [rma-buffer-lifetime]}}
  }
  {
    Pair pair{Block(4), Block(4)};
    MPI_Put(pair.second.cells.data(), 4, MPI_DOUBLE, peer, 32, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Put may still be reading 'pair' when that goes out of scope [rma-buffer-lifetime]}}
  }
  MPI_Win_flush_all(win);
}

struct Flushes {
  std::vector<double> cells;
  MPI_Win win;
  int to;
  ~Flushes() { MPI_Win_flush(to, win); }
};
struct Guard {
  MPI_Win win;
  ~Guard() { MPI_Win_flush_all(win); }
};
struct Guarded {
  std::vector<double> cells;
  Guard guard; // goes first
};
struct View {
  std::vector<double> &cells;
};

void right(std::vector<double> &own, int peer, MPI_Win win) {
  {
    Block block(4);
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win);
    MPI_Win_flush(peer, win);
  }
  {
    Flushes block{std::vector<double>(4), win, peer};
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 4, 4, MPI_DOUBLE, win);
  }
  {
    Guarded block{std::vector<double>(4), {win}};
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 8, 4, MPI_DOUBLE, win);
  }
  {
    View view{own};
    MPI_Put(view.cells.data(), 4, MPI_DOUBLE, peer, 12, 4, MPI_DOUBLE, win);
  }
  {
    Block &block = kept[0];
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 16, 4, MPI_DOUBLE, win);
  }
  MPI_Win_flush_all(win);
}

// The elements go on in another object.
Block moves(int peer, MPI_Win win) {
  {
    Block block(4);
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win);
    keep(std::move(block));
  }
  {
    Block block(4);
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 4, 4, MPI_DOUBLE, win);
    keepCells(std::move(block.cells));
  }
  {
    Block block(4);
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 8, 4, MPI_DOUBLE, win);
    kept.push_back(std::move(block));
  }
  {
    Block block(4);
    MPI_Put(block.ghosts.get(), 4, MPI_DOUBLE, peer, 12, 4, MPI_DOUBLE, win);
    kept[0].ghosts = std::move(block.ghosts);
  }
  {
    Block block(4);
    MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 16, 4, MPI_DOUBLE, win);
    kept[0].cells.swap(block.cells);
  }
  {
    Block block(4);
    MPI_Put(block.ghosts.release(), 4, MPI_DOUBLE, peer, 20, 4, MPI_DOUBLE, win);
  }
  Block block(4);
  MPI_Put(block.cells.data(), 4, MPI_DOUBLE, peer, 24, 4, MPI_DOUBLE, win);
  return block;
}
