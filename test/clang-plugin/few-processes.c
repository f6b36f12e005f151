// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/races.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/fine.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/two.c
//
// Targets and questions that are worked out for the processes where there are two, three and four.

//--- races.c
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, left, right;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *in, out[4] = {0}, sum = 0;
  MPI_Win win;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
  right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  left = rank == 0 ? MPI_PROC_NULL : rank - 1;

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  MPI_Put(out, 4, MPI_DOUBLE, right, 0, 4, MPI_DOUBLE, win); // expected-note {{may access its target}}
  sum += in[3]; // expected-warning {{'in[3]' is read while another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  if (rank + 1 < size)
    MPI_Put(out, 4, MPI_DOUBLE, rank + 1, 0, 4, MPI_DOUBLE, win); // expected-note {{may access its target}}
  sum += in[2]; // expected-warning {{'in[2]' is read while another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  MPI_Put(out, 1, MPI_DOUBLE, left, 2, 1, MPI_DOUBLE, win);
  MPI_Put(out, 1, MPI_DOUBLE, right, 2, 1, MPI_DOUBLE, win); // expected-warning {{what another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  if (rank == 0)
    for (int to = 0; to < size; to++)
      MPI_Put(out, 1, MPI_DOUBLE, to, 1, 1, MPI_DOUBLE, win); // expected-note {{may access its target}}
  sum += in[1]; // expected-warning {{'in[1]' is read while another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  if (rank < size / 2)
    MPI_Put(out, 1, MPI_DOUBLE, rank + size / 2, 3, 1, MPI_DOUBLE, win); // expected-note {{may access its target}}
  else
    in[3] = 1; // expected-warning {{'in[3]' is written while another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  if (rank == size - 1)
    MPI_Put(out, 1, MPI_DOUBLE, 0, 3, 1, MPI_DOUBLE, win); // expected-note {{may access its target}}
  if (rank == 0)
    in[3] += 1; // expected-warning {{'in[3]' is written while another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  if (rank % 2 == 0 && rank + 1 < size)
    MPI_Put(out, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win); // expected-note {{may access its target}}
  if (rank % 2 == 1)
    in[0] = 1; // expected-warning {{'in[0]' is written while another process's MPI_Put}}

  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  MPI_Put(out, 1, MPI_DOUBLE, rank / 2, 0, 1, MPI_DOUBLE, win); // expected-warning {{what another process's MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum > 0;
}

//--- fine.c
// expected-no-diagnostics
#include <mpi.h>
#include <stdlib.h>

struct place {
  double value;
  int rank;
};

int main(int argc, char **argv) {
  int rank, size, left, right;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *in, out[4] = {0};
  MPI_Win win;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
  right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  left = rank == 0 ? MPI_PROC_NULL : rank - 1;

  // The halo is not what is computed meanwhile.
  MPI_Win_fence(0, win);
  MPI_Put(out, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  MPI_Put(out, 1, MPI_DOUBLE, left, 7, 1, MPI_DOUBLE, win);
  for (int i = 1; i < 7; i++)
    in[i] += 1;

  // Rank 0 has no left neighbour, and the last one no right one.
  MPI_Win_fence(0, win);
  MPI_Put(out, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  if (rank == 0)
    in[0] = 1;
  MPI_Win_fence(0, win);
  if (rank > 0)
    MPI_Put(out, 1, MPI_DOUBLE, rank - 1, 7, 1, MPI_DOUBLE, win);
  if (rank == size - 1)
    in[7] = 1;

  // The others are reached, and only the one that sends looks.
  MPI_Win_fence(0, win);
  if (rank == 0)
    for (int to = 1; to < size; to++)
      MPI_Put(out, 1, MPI_DOUBLE, to, 1, 1, MPI_DOUBLE, win);
  if (rank == 0)
    in[1] = 2;

  // Even ones to odd ones, and even ones store.
  MPI_Win_fence(0, win);
  if (rank % 2 == 0 && rank + 1 < size)
    MPI_Put(out, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win);
  if (rank % 2 == 0)
    in[0] = 1;

  // The lower half to the upper one, and the lower half stores.
  MPI_Win_fence(0, win);
  if (rank < size / 2) {
    MPI_Put(out, 1, MPI_DOUBLE, rank + size / 2, 3, 1, MPI_DOUBLE, win);
    in[3] = 1;
  }

  // One process, whichever has the least.
  struct place mine = {rand(), rank}, least;
  MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (least.rank == rank)
    MPI_Put(out, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);

  // Pairs, each to the other one; two of four to one place each.
  MPI_Win_fence(0, win);
  if ((rank ^ 1) < size)
    MPI_Put(out, 1, MPI_DOUBLE, rank ^ 1, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  switch (size) {
  case 1:
    MPI_Put(out, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    break;
  default:;
  }

  // Each has a place of its own.
  const int root = rank > 0 ? 0 : MPI_PROC_NULL;
  MPI_Win_fence(0, win);
  MPI_Put(out, 1, MPI_DOUBLE, root, rank, 1, MPI_DOUBLE, win);
  if (rank == 0)
    in[0] = 1;
  const int partner = rank == 0 ? 1 : rank == 1 ? 0 : MPI_PROC_NULL;
  MPI_Win_fence(0, win);
  MPI_Put(out, 1, MPI_DOUBLE, partner, rank == 0 ? 4 : 5, 1, MPI_DOUBLE, win);
  if (rank == 0)
    in[4] = 1;
  if (rank == 1)
    in[5] = 1;

  // Told first.
  MPI_Win_fence(0, win);
  if (rank > 0)
    MPI_Recv(&out[2], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    in[5] = 1;
  MPI_Win_fence(0, win);
  MPI_Get(out, 1, MPI_DOUBLE, left, 5, 1, MPI_DOUBLE, win);
  out[3] = in[5];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- two.c
// expected-no-diagnostics
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  const int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  double *in, out = rank;
  MPI_Win win;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&out, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  MPI_Put(&out, 1, MPI_DOUBLE, left, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
