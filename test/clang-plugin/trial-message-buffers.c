// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// Messages and collectives that read and write memory of windows.
// right-no-diagnostics
#include <mpi.h>

#ifdef RIGHT
enum { OWN = 8 }; // a part that nobody else accesses
#else
enum { OWN = 0 };
#endif

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *memory, values[8], sums[8];
  MPI_Win win;
  MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int to = (rank + 1) % size, from = (rank + size - 1) % size;
  MPI_Win_lock_all(0, win);
  MPI_Bcast(memory + OWN, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD); // wrong-warning {{'memory + OWN' is written by MPI_Bcast while another process's MPI_Get at line 25 may still be reading it [rma-remote-race]}}
  MPI_Get(values, 4, MPI_DOUBLE, to, 0, 4, MPI_DOUBLE, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(values, 4, MPI_DOUBLE, to, 0, 4, MPI_DOUBLE, win);
  MPI_Allreduce(memory + OWN, sums, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); // wrong-warning {{'memory + OWN' is read by MPI_Allreduce while another process's MPI_Put at line 28 may still be writing it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(values, 4, MPI_DOUBLE, to, 20, 4, MPI_DOUBLE, win);
  MPI_Sendrecv(memory + 20 + OWN, 4, MPI_DOUBLE, to, 1, sums, 4, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // wrong-warning {{'memory + 20 + OWN' is read by MPI_Sendrecv while another process's MPI_Put at line 32 may still be writing it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  // What counts at the root only.
  MPI_Put(values, 4, MPI_DOUBLE, to, 0, 4, MPI_DOUBLE, win);
  MPI_Scatter(rank == 0 ? memory + 40 : memory, 1, MPI_DOUBLE, sums, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Gather(memory + 8, 1, MPI_DOUBLE, rank == 0 ? memory + 48 : memory, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Reduce(memory + 8, rank == 0 ? memory + 56 : memory, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
