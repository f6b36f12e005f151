// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Windows and their memory as members of classes, in a file that is a whole program.
#include <memory>
#include <mpi.h>
#include <numeric>
#include <vector>

class Grid {
  std::vector<double> u_, v_;
  MPI_Win win_ = MPI_WIN_NULL;
  int up_, n_, rank_;

public:
  Grid(int n, MPI_Comm comm) : u_(n + 2), v_(n + 2), n_(n) {
    int size;
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &size);
    up_ = (rank_ + 1) % size;
    MPI_Win_create(u_.data(), u_.size() * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &win_);
  }
  Grid(const Grid &) = delete;
  ~Grid() {
    if (rank_ == 0)
      MPI_Win_free(&win_); // expected-warning {{MPI_Win_free is collective, but only processes with 'rank_ == 0' call it here}}
  }
  void step() {
    MPI_Win_fence(0, win_);
    MPI_Put(&u_[n_], 1, MPI_DOUBLE, up_, 0, 1, MPI_DOUBLE, win_);
    u_[0] = 0.0; // expected-warning {{'u_[0]' is written while another process's MPI_Put}}
    MPI_Win_fence(0, win_);
    for (int i = 1; i <= n_; ++i)
      u_[i] += 0.5 * u_[i - 1];
  }
  void others() {
    MPI_Win_fence(0, win_);
    MPI_Put(&v_[n_], 1, MPI_DOUBLE, up_, 0, 1, MPI_DOUBLE, win_);
    v_[0] = 0.0;
    u_[1] = 0.0;
    MPI_Win_fence(0, win_);
  }
};

// Elements that move: by growing, by being exchanged.
class Moving {
  std::vector<double> u_, v_;
  MPI_Win win_ = MPI_WIN_NULL;
  int up_;

public:
  Moving(int n, MPI_Comm comm) : u_(n), v_(n) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    up_ = (rank + 1) % size;
    MPI_Win_create(u_.data(), u_.size() * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &win_);
  }
  ~Moving() { MPI_Win_free(&win_); }
  void exchange() { u_.swap(v_); }
  void step() {
    MPI_Win_fence(0, win_);
    MPI_Put(&v_[1], 1, MPI_DOUBLE, up_, 0, 1, MPI_DOUBLE, win_);
    u_[0] = 0.0;
    MPI_Win_fence(0, win_);
  }
};

// Only the first process has anything to put.
void lists(MPI_Win win, int rank) {
  std::vector<int> mine;
  if (rank == 0)
    mine.push_back(5);
  MPI_Win_fence(0, win);
  for (std::size_t i = 0; i < mine.size(); i++)
    MPI_Put(&mine[i], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *memory;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  lists(win, rank);
  MPI_Win_free(&win);
  {
    Grid grid(8, MPI_COMM_WORLD);
    grid.step();
    grid.others();
    Moving moving(8, MPI_COMM_WORLD);
    moving.exchange();
    moving.step();
  }
  MPI_Finalize();
}
