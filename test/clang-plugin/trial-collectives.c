// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/rooted.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/rooted.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/scan.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/scan.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/begun.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/begun.c
//
// What collectives order, and what they do not: a broadcast nothing before its root, a reduction
// nothing behind those that are not, a scan nothing before the lower ranks, and one that is begun
// nothing until it is completed.

//--- rooted.c
// right-no-diagnostics
#include <mpi.h>
struct sums {
  MPI_Win win;
  int rank, size, *memory;
};
// To the root, and from there to all.
static int collect(struct sums *s) {
  int mine = s->rank + 1, sum = 0, token = 0;
  MPI_Put(&mine, 1, MPI_INT, 0, s->rank, 1, MPI_INT, s->win); // wrong-note {{it is complete at its target with MPI_Win_flush at line 11, and nothing that the processes call orders the two}}
  MPI_Win_flush(0, s->win);
#ifdef RIGHT
  MPI_Reduce(&mine, &token, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
#else
  MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD);
#endif
  MPI_Win_sync(s->win);
  for (int each = 0; s->rank == 0 && each < s->size; each++)
    sum += s->memory[each]; // wrong-warning {{'s->memory[each]' is read while another process's MPI_Put at line 10 may still be writing it [rma-remote-race]}}
  return sum;
}
static int spread(struct sums *s, int sum) {
  int all = 0;
  if (s->rank == 0) {
    for (int each = 1; each < s->size; each++)
      MPI_Put(&sum, 1, MPI_INT, each, 0, 1, MPI_INT, s->win); // wrong-note {{it is complete at its target with MPI_Win_flush_all at line 27, and nothing}}
    MPI_Win_flush_all(s->win);
  }
#ifdef RIGHT
  MPI_Scatter(s->memory, 1, MPI_INT, &all, 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
  MPI_Gather(&sum, 1, MPI_INT, s->memory, 1, MPI_INT, 0, MPI_COMM_WORLD);
#endif
  MPI_Win_sync(s->win);
  return s->rank ? s->memory[0] : all; // wrong-warning {{'s->memory[0]' is read while another process's MPI_Put at line 26 may still be writing it [rma-remote-race]}}
}
int main(int argc, char **argv) {
  struct sums s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &s.size);
  MPI_Win_allocate(s.size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &s.memory, &s.win);
  MPI_Win_lock_all(0, s.win);
  int sum = collect(&s);
  MPI_Barrier(MPI_COMM_WORLD);
  sum = spread(&s, sum);
  MPI_Win_unlock_all(s.win);
  MPI_Win_free(&s.win);
  MPI_Finalize();
  return sum < 0;
}

//--- scan.c
// right-no-diagnostics
#include <mpi.h>
static int pass(MPI_Win win, const int *memory, int rank, int size) {
  int value = rank, before = 0;
#ifdef RIGHT
  const int to = rank + 1;
#else
  const int to = rank - 1;
#endif
  if (to >= 0 && to < size) {
    MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win); // wrong-note {{nothing that the processes call orders the two}}
    MPI_Win_flush(to, win);
  }
  MPI_Exscan(&value, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  return memory[0] + before; // wrong-warning {{'memory[0]' is read while another process's MPI_Put at line 11 may still be writing it [rma-remote-race]}}
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  int sum = pass(win, memory, rank, size);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}

//--- begun.c
// right-no-diagnostics
#include <mpi.h>
static int next(MPI_Win win, const int *memory, int rank, int size) {
  MPI_Request request;
  int value = rank, got, isThere = 0;
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); // wrong-note {{nothing that the processes call orders the two}}
  MPI_Win_flush((rank + 1) % size, win);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
#ifdef RIGHT
  while (!isThere)
    MPI_Test(&request, &isThere, MPI_STATUS_IGNORE);
#endif
  MPI_Win_sync(win);
  got = memory[0]; // wrong-warning {{'memory[0]' is read while another process's MPI_Put at line 6 may still be writing it [rma-remote-race]}}
  if (!isThere)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  return got;
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  int got = next(win, memory, rank, size);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got < 0;
}
