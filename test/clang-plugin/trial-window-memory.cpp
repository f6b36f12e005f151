// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// Members that windows are made of: which goes first, and what methods do to them.
// right-no-diagnostics

#include <memory>
#include <mpi.h>
#include <vector>

struct Window {
  MPI_Win win = MPI_WIN_NULL;
  ~Window() {
    if (win != MPI_WIN_NULL)
      MPI_Win_free(&win); // wrong-note {{the window is freed here}}
  }
};

class Field {
#ifdef RIGHT
  std::vector<long> cells;
  Window own;
#else
  Window own;
  std::vector<long> cells;
#endif

public:
  explicit Field(int count) : cells(count) {
    MPI_Win_create(cells.data(), count * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &own.win); // wrong-warning {{the memory of window 'own.win', 'field', goes out of scope before the window is freed [rma-buffer-lifetime]}}
  }
};

class Table {
  std::vector<int> rows;
  MPI_Win win;

public:
  Table(int count, int room) {
    rows.reserve(room);
    rows.assign(count, 0);
    MPI_Win_create(rows.data(), count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // wrong-note {{the window is made of it here}}
  }
  void add(int row) {
    rows.push_back(row); // wrong-warning {{'rows', the memory of window 'win', is released before the window is freed [rma-buffer-lifetime]}}
  }
  ~Table() { MPI_Win_free(&win); }
};

class Buffer {
  std::unique_ptr<long[]> cells;
  MPI_Win win;

public:
  Buffer() : cells(new long[8]) {
    MPI_Win_create(cells.get(), 8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // wrong-note {{the window is made of it here}}
  }
  void drop() {
#ifdef RIGHT
    MPI_Win_free(&win);
    cells.reset();
#else
    cells.reset(); // wrong-warning {{'cells', the memory of window 'win', is released before the window is freed [rma-buffer-lifetime]}}
    MPI_Win_free(&win);
#endif
  }
};

class Plain {
  void *memory;
  MPI_Win win;

public:
  Plain() {
    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
    MPI_Win_create(memory, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // wrong-note {{the window is made of it here}}
  }
  ~Plain() {
#ifdef RIGHT
    MPI_Win_free(&win);
    MPI_Free_mem(memory);
#else
    MPI_Free_mem(memory); // wrong-warning {{'memory', the memory of window 'win', is released before the window is freed [rma-buffer-lifetime]}}
    MPI_Win_free(&win); // wrong-note {{the window is freed here}}
#endif
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    Field field(8);
#ifdef RIGHT
    Table table(4, 16);
#else
    Table table(4, 4);
#endif
    table.add(3);
    Buffer buffer;
    buffer.drop();
    Plain plain;
  }
  MPI_Finalize();
}
