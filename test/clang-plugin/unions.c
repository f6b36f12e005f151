// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// A part of a union has what was last stored in any other part, too.

#include <mpi.h>

struct message {
  int kind;
  union {
    struct {
      int target, slot;
    } put;
    int words[2];
  } u;
};

int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  struct message m = {.kind = 1};
  struct {
    int target, slot;
  } plain;
  union {
    int i;
    unsigned j;
  } own;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  m.u.put.target = 0;
  m.u.words[0] = (rank + 1) % size;
  m.u.words[1] = 3;
  own.i = 0;
  own.j = (unsigned)rank;
  plain.target = 0;
  plain.slot = 5;
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  MPI_Put(&rank, 1, MPI_INT, m.u.put.target, 3, 1, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, own.i, 4, 1, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, plain.target, 5, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target 'plain.target' what another process's MPI_Put}}
  MPI_Win_fence(0, win);
  if (own.i == rank)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
