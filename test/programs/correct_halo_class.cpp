// ranks: 4
// flags: -O2 -std=c++20
// An RAII window and a halo object whose methods put and fence.
#include <mpi.h>

#include <algorithm>
#include <span>
#include <vector>

class Window {
public:
  Window(std::span<double> memory, MPI_Comm comm) {
    MPI_Win_create(memory.data(), MPI_Aint(memory.size_bytes()), sizeof(double), MPI_INFO_NULL, comm, &win);
  }
  Window(const Window &) = delete;
  ~Window() { MPI_Win_free(&win); }
  void fence(int assertion = 0) { MPI_Win_fence(assertion, win); }
  void put(std::span<const double> values, int target, MPI_Aint at) {
    MPI_Put(values.data(), int(values.size()), MPI_DOUBLE, target, at, int(values.size()), MPI_DOUBLE, win);
  }

private:
  MPI_Win win;
};

class Field {
public:
  Field(int n, int rank, int size)
      : cells(n + 2, rank), window(cells, MPI_COMM_WORLD), left((rank + size - 1) % size), right((rank + 1) % size) {}

  void exchange() {
    window.fence();
    window.put({&cells[1], 1}, left, long(cells.size()) - 1);
    window.put({&cells[cells.size() - 2], 1}, right, 0);
    window.fence();
  }

  void smooth() {
    std::vector<double> next(cells);
    for (std::size_t i = 1; i + 1 < cells.size(); ++i)
      next[i] = (cells[i - 1] + cells[i] + cells[i + 1]) / 3;
    std::copy(next.begin() + 1, next.end() - 1, cells.begin() + 1);
  }

private:
  std::vector<double> cells;
  Window window;
  int left, right;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  {
    Field field(64, rank, size);
    for (int i = 0; i < 10; ++i) {
      field.exchange();
      field.smooth();
    }
  }
  MPI_Finalize();
}
