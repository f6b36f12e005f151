// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// Rows of arrays whose lengths are variables.
// right-no-diagnostics
#include <mpi.h>
#include <stdlib.h>

#ifdef RIGHT
enum { ROW = 0 };
#else
enum { ROW = 1 };
#endif

static void step(int columns, double rows[][columns], int from, MPI_Win win) {
  MPI_Get(rows[1], columns, MPI_DOUBLE, from, 0, columns, MPI_DOUBLE, win); // wrong-note {{MPI_Get writes}}
  rows[0][columns - 1] = 1;
  rows[2][0] = 1;
  rows[ROW][1] = 2; // wrong-warning {{'rows[ROW][1]' is written while MPI_Get at line 16 may still be writing it [rma-local-race]}}
  MPI_Win_flush(from, win);
  rows[1][0] = 2;
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *memory;
  MPI_Win win;
  MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int from = (rank + 1) % size;
  int columns = size + 2;
  double(*grid)[columns] = malloc(3 * sizeof *grid), local[3][columns];
  MPI_Win_lock_all(0, win);
  step(columns, local, from, win);
  step(columns, grid, from, win);
  // They keep the length they were declared with.
  columns = 1;
  MPI_Get(local[1], 1, MPI_DOUBLE, from, 0, 1, MPI_DOUBLE, win);
  local[0][size + 1] = 2;
  local[1][1] = 3;
  MPI_Get(grid[1], 1, MPI_DOUBLE, from, 0, 1, MPI_DOUBLE, win); // wrong-note {{MPI_Get writes 'grid[1]' from here}}
  grid[ROW][0] = 4; // wrong-warning {{'grid[ROW][0]' is written while MPI_Get at line 43 may still be writing it [rma-local-race]}}
  MPI_Win_unlock_all(win);
  free(grid);
  MPI_Win_free(&win);
  MPI_Finalize();
}
