// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %s
//
// What collectives give to or take from each process lies behind the part of the process before.
// right-no-diagnostics
#include <mpi.h>

#ifdef RIGHT
enum { BEHIND = 2 }; // parts
#else
enum { BEHIND = 1 };
#endif

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *memory, part[2] = {rank}, got[2], many[128];
  MPI_Win win;
  MPI_Win_allocate(1024 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 128; ++i)
    many[i] = rank;
  const int last = 2 * (size - 2 + BEHIND), to = (rank + 1) % size;
  MPI_Win_lock_all(0, win);

  // Gathered at the root only.
  if (rank == 1)
    MPI_Put(part, 2, MPI_DOUBLE, 0, last, 2, MPI_DOUBLE, win);
  MPI_Gather(part, 2, MPI_DOUBLE, memory, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD); // wrong-warning {{'memory' is written by MPI_Gather while another process's MPI_Put at line 29 may still be writing it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Get(got, 2, MPI_DOUBLE, to, 100 + last, 2, MPI_DOUBLE, win);
  MPI_Allgather(part, 2, MPI_DOUBLE, memory + 100, 2, MPI_DOUBLE, MPI_COMM_WORLD); // wrong-warning {{'memory + 100' is written by MPI_Allgather while another process's MPI_Get at line 34 may still be reading it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Get(got, 2, MPI_DOUBLE, to, 200 + last, 2, MPI_DOUBLE, win);
  MPI_Alltoall(many, 2, MPI_DOUBLE, memory + 200, 2, MPI_DOUBLE, MPI_COMM_WORLD); // wrong-warning {{'memory + 200' is written by MPI_Alltoall while another process's MPI_Get at line 39 may still be reading it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Put(part, 2, MPI_DOUBLE, to, 300 + last, 2, MPI_DOUBLE, win);
  MPI_Alltoall(memory + 300, 2, MPI_DOUBLE, many, 2, MPI_DOUBLE, MPI_COMM_WORLD); // wrong-warning {{'memory + 300' is read by MPI_Alltoall while another process's MPI_Put at line 44 may still be writing it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 1)
    MPI_Put(part, 2, MPI_DOUBLE, 0, 400 + last, 2, MPI_DOUBLE, win);
  MPI_Scatter(memory + 400, 2, MPI_DOUBLE, got, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD); // wrong-warning {{'memory + 400' is read by MPI_Scatter while another process's MPI_Put at line 50 may still be writing it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  // Each has one part of what is scattered and of a scan.
  MPI_Get(got, 1, MPI_DOUBLE, to, 500 + BEHIND, 1, MPI_DOUBLE, win);
  MPI_Scatter(many, 2, MPI_DOUBLE, memory + 500, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD); // wrong-warning {{'memory + 500' is written by MPI_Scatter while another process's MPI_Get at line 56 may still be reading it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Get(got, 1, MPI_DOUBLE, to, 600 + BEHIND, 1, MPI_DOUBLE, win);
  MPI_Scan(part, memory + 600, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); // wrong-warning {{'memory + 600' is written by MPI_Scan while another process's MPI_Get at line 61 may still be reading it [rma-remote-race]}}
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  // Whose own part is in place leaves it as it is.
  if (rank == 1)
    MPI_Get(got, 2, MPI_DOUBLE, 0, 700 + (BEHIND == 2 ? 0 : 2), 2, MPI_DOUBLE, win);
  if (rank == 0)
    MPI_Gather(MPI_IN_PLACE, 2, MPI_DOUBLE, memory + 700, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD); // wrong-warning {{'memory + 700' is written by MPI_Gather while another process's MPI_Get at line 68 may still be reading it [rma-remote-race]}}
  else
    MPI_Gather(part, 2, MPI_DOUBLE, NULL, 0, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  // The first has nothing of those before it.
  if (rank == 1)
    MPI_Get(got, 2, MPI_DOUBLE, BEHIND == 2 ? 0 : 1, 800, 2, MPI_DOUBLE, win);
  MPI_Exscan(part, memory + 800, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); // wrong-warning {{'memory + 800' is written by MPI_Exscan while MPI_Get at line 78 may still be reading it [rma-remote-race]}}

  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
