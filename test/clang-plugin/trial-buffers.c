// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/split.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/split.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/edges.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/edges.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/helper.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/helper.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %t/columns.c
//
// Buffers at the origin that are memory of a window, where other processes put and get meanwhile.

//--- split.c
// right-no-diagnostics
// What is put in a ring is what is put there.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size, *cells;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &cells, &win);
  MPI_Win_fence(0, win);
#ifdef RIGHT
  MPI_Put(&cells[0], 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win);
  MPI_Get(&cells[8], 2, MPI_INT, (rank + 1) % size, 16, 2, MPI_INT, win);
#else
  MPI_Put(&cells[0], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); // wrong-warning {{'&cells[0]' is read by MPI_Put while another process's MPI_Put at line 19 may still be writing it [rma-remote-race]}} wrong-note {{it is complete at its target with MPI_Win_fence at line 22, which must come between the two}}
  MPI_Get(&cells[8], 2, MPI_INT, (rank + 1) % size, 9, 2, MPI_INT, win); // wrong-warning {{'&cells[8]' is written by MPI_Get while another process's MPI_Get at line 20 may still be reading it [rma-remote-race]}} wrong-note {{it is complete at its target with MPI_Win_fence at line 22, which must come between the two}}
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}

//--- edges.c
// right-no-diagnostics
// The first cell goes up, and is where the one from below comes.
#include <mpi.h>
int main(int argc, char **argv) {
  int size, up, down, *cells;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int periodic = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
  MPI_Cart_shift(comm, 0, 1, &up, &down);
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &cells, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&cells[8], 1, MPI_INT, down, 0, 1, MPI_INT, win); // wrong-note {{it is complete at its target with MPI_Win_fence at line 20, which must come between the two}}
#ifdef RIGHT
  MPI_Win_fence(0, win);
#endif
  MPI_Put(&cells[0], 1, MPI_INT, up, 20, 1, MPI_INT, win); // wrong-warning {{'&cells[0]' is read by MPI_Put while another process's MPI_Put at line 15 may still be writing it [rma-remote-race]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}

//--- helper.c
// right-no-diagnostics
// An exclusive lock of the target is none of the memory that is put from.
#include <mpi.h>
static double *memory;
static void send(double *from, int target, int slot, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Put(from, 1, MPI_DOUBLE, target, slot, 1, MPI_DOUBLE, win); // wrong-warning {{'from' is read by MPI_Put while another process's MPI_Put at line 7 may still be writing it [rma-remote-race]}} wrong-note {{it is complete at its target with MPI_Win_unlock at line 8, and nothing that the processes call orders the two}}
  MPI_Win_unlock(target, win);
}
int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef RIGHT
  send(memory + 4, (rank + 1) % size, 3, win);
  MPI_Barrier(MPI_COMM_WORLD);
  send(memory + 3, (rank + 1) % size, 5, win);
#else
  send(memory + 3, (rank + 1) % size, 3, win);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- columns.c
// right-no-diagnostics
// Columns beside each other have no byte in common.
#include <mpi.h>
enum { kRows = 4, kColumns = 6 };
int main(int argc, char **argv) {
  int rank, size;
  double (*cells)[kColumns];
  MPI_Datatype column;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_vector(kRows, 1, kColumns, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_allocate(sizeof(double[kRows][kColumns]), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  for (int step = 0; step < 3; step++) {
    for (int row = 0; row < kRows; row++)
      cells[row][1] = cells[row][kColumns - 2] = rank + step;
    MPI_Win_fence(0, win);
    MPI_Put(&cells[0][1], 1, column, (rank + size - 1) % size, kColumns - 1, 1, column, win);
    MPI_Put(&cells[0][kColumns - 2], 1, column, (rank + 1) % size, 0, 1, column, win);
    MPI_Win_fence(0, win);
  }
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
