// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Functions whose regular end is not zero, and communicators that change.
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>

bool oneRankPuts(void) {
  int rank, x = 1, *memory;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return true;
}

void othersLeave(void) {
  int rank, x = 1, *memory;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank != 0) {
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    exit(EXIT_SUCCESS);
  }
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int eitherPut(int eager, int *a, int *b, int target, MPI_Win win) {
  if (eager)
    MPI_Put(a, 4, MPI_INT, target, 0, 4, MPI_INT, win);
  if (eager)
    return 1;
  a[0] = 3;
  MPI_Put(b, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  return 2;
}

void halves(int *a, int first, int second, int target, MPI_Win win) { // one of the two is 0
  MPI_Put(a, first, MPI_INT, target, 0, first, MPI_INT, win);
  MPI_Put(a + first, second, MPI_INT, target, 0, second, MPI_INT, win);
}

void twoWindows(void) {
  int rank, x = 1, *memory;
  MPI_Win win;
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_split(comm, rank % 2, rank, &comm);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 1)
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void farRanks(int rank, int *memory, MPI_Comm comm) {
  int x = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  MPI_Comm_rank(comm, &rank);
  MPI_Win_fence(0, win);
  if (rank == 1000000000)
    MPI_Put(&x, 1, MPI_INT, 1000000, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
