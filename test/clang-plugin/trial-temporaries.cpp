// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// A temporary ends with its statement, unless a reference keeps it.
// right-no-diagnostics

#include <mpi.h>
#include <vector>

struct Cell {
  int first, second;
};
static void putCell(const Cell &cell, int to, MPI_Win win) {
  MPI_Put(&cell, 8, MPI_BYTE, to, 0, 8, MPI_BYTE, win); // wrong-warning {{MPI_Put may still be reading a temporary when that ends [rma-buffer-lifetime]}}
#ifdef RIGHT
  MPI_Win_flush_local(to, win);
#endif
}
static void putNumber(const int &number, int to, MPI_Win win) {
  MPI_Put(&number, 1, MPI_INT, to, 8, 1, MPI_INT, win); // wrong-warning {{MPI_Put may still be reading a temporary when that ends [rma-buffer-lifetime]}}
}
static void putAll(const std::vector<int> &all, int at, int to, MPI_Win win) {
  MPI_Put(all.data(), 4, MPI_INT, to, at, 4, MPI_INT, win);
}
static const int &same(const int &number) { return number; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  void *memory;
  MPI_Win win;
  MPI_Win_allocate(256, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int to = (rank + 1) % size;
  MPI_Win_lock_all(0, win);
  putCell(Cell{1, rank}, to, win); // wrong-note {{the temporary ends with this statement}}
#ifdef RIGHT
  const int &kept = rank + 1;
  putNumber(kept, to, win);
  MPI_Win_flush(to, win);
  putNumber(same(rank + 2), to, win), MPI_Win_flush(to, win);
  putNumber(rank, to, win);
  const std::vector<int> all(4);
  putAll(all, 12, to, win);
#else
  putNumber(same(rank + 1), to, win); // wrong-note {{the temporary ends with this statement}}
  putAll(std::vector<int>(4), 12, to, win); // wrong-warning {{MPI_Put may still be reading 'std::vector<int>(4)' when that goes out of scope [rma-buffer-lifetime]}}
#endif
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
