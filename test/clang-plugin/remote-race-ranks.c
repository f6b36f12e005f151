// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Who of the processes comes to an access, as rma-remote-race sees it.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

void byRank(void) {
  int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1, rank, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    memory[0] = 3;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Rank 1 reads before it lets rank 0 put.
void told(void) {
  int rank, value = 1, token = 0, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else if (rank == 1) {
    token = memory[0];
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void sums(void) {
  int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Two names of one type, or two types that hold the same, are taken for one.
void sumsOfOneType(void) {
  int rank;
  long long *memory, value = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(32, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&value, 1, MPI_LONG_LONG, 1, 0, 1, MPI_LONG_LONG, MPI_SUM, win);
  if (rank == 1)
    MPI_Accumulate(&value, 1, MPI_LONG_LONG_INT, 1, 0, 1, MPI_LONG_LONG_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&value, 1, MPI_LONG_LONG, 1, 0, 1, MPI_LONG_LONG, MPI_SUM, win);
  if (rank == 1)
    MPI_Accumulate(&value, 1, MPI_INT64_T, 1, 0, 1, MPI_INT64_T, MPI_SUM, win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank == 0)
    MPI_Accumulate(&value, 1, MPI_LONG_LONG, 1, 0, 1, MPI_LONG_LONG, MPI_SUM, win);
  if (rank == 1)
    MPI_Accumulate(&value, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win); // expected-warning {{MPI_Accumulate accesses at target '1' what another process's MPI_Accumulate}} expected-warning {{takes '&value', of 'long long', for MPI_INT}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void alone(void) {
  int value = 1, memory[4] = {0};
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  memory[1] = 2;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Each has its own case, or falls into another's.
int quietCases(void) {
  int rank, value = 5, memory[4] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  switch (rank) {
  case 0:
    MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
    break;
  case 1:
    memory[1] = 7;
    break;
  case 2:
    memory[0] = 7;
    break;
  default: // nobody, where there are three
    MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  switch (rank) {
  case 0:
  case 1:
    MPI_Put(&value, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    break;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return 0;
}
// Who calls it is not everybody.
static void worker(int *memory) {
  int value = 1;
  MPI_Win win;
  MPI_Win_create(memory, 16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void master(int *memory) {
  MPI_Win win;
  MPI_Win_create(memory, 16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void steps(int *memory) {
  int value = 1;
  MPI_Win win;
  MPI_Win_create(memory, 16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{another process's MPI_Put may be writing [rma-remote-race]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void roles(int *memory, int size) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 0) {
    master(memory);
    return;
  }
  worker(memory);
}
// But these are: a loop that all run, after a guard.
int everybodys(int *memory, int n) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2)
    return 0;
  for (int i = 0; i < n; ++i)
    steps(memory);
  return 0;
}
// Each process is the target of one of the others.
void ring(void) {
  int rank, size, *memory, value = 1, before;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int right = (rank + 1) % size, left = (rank - 1 + size) % size;
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); // expected-note {{from here until the end of the epoch, MPI_Put may access its target}}
  before = memory[0]; // expected-warning {{'memory[0]' is read while another process's MPI_Put}}
  memory[1] = before; // quiet
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, left, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put accesses at target 'left' what another process's MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); // quiet: two places
  MPI_Put(&value, 1, MPI_INT, left, 1, 1, MPI_INT, win);
  memory[2] = 1;
  MPI_Win_fence(0, win);
  MPI_Accumulate(&value, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win); // quiet: one op
  MPI_Accumulate(&value, 1, MPI_INT, left, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  before = memory[0];
  MPI_Win_fence(0, win);
  MPI_Get(&before, 1, MPI_INT, right, 0, 1, MPI_INT, win); // quiet: all read
  value = memory[0];
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank % 2)
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win); // expected-note {{from here until the end of the epoch}}
  else
    memory[0] = 2; // expected-warning {{'memory[0]' is written while another process's MPI_Put}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
