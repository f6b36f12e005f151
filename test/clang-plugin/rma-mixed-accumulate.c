// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-mixed-accumulate reports, and below what it must not.
#include <mpi.h>

void twoRanks(void) {
  int rank, x = 2, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank == 1)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win); // expected-note {{the other one is issued here}}
  if (rank == 2)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_PROD, win); // expected-warning {{MPI_Accumulate with 'MPI_PROD' while MPI_Accumulate at line 13 may accumulate with another op to the same elements [rma-mixed-accumulate]}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void otherwise(void) {
  int rank, x = 2, y, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch}}
  if (rank == 0)
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win); // expected-note {{the other one is issued here}}
  else
    MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win); // expected-warning {{MPI_Fetch_and_op with 'MPI_SUM' while MPI_Accumulate at line 26 may accumulate}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

// ---- quiet
void oneAfterTheOther(void) {
  int rank, x = 2, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  if (rank == 2)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_PROD, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void sameOrNone(void) {
  int rank, x = 2, y, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  if (rank == 2)
    MPI_Get_accumulate(NULL, 0, MPI_INT, &y, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_NO_OP, win);
  if (rank == 3)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  if (rank == 4)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_PROD, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Of one origin: ordered.
void oneOrigin(void) {
  int rank, x = 2, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_PROD, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Each process in a lock of its own, or with another op by what it computes.
void byLock(MPI_Op op) {
  int rank, x = 2, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (rank == 1)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  if (rank == 2)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_PROD, win);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, op, win);
  if (rank == 2)
    MPI_Accumulate(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void withInfo(MPI_Info info) {
  int rank, x = 2, memory[4] = {1, 1, 1, 1};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), info, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);
  if (rank == 2)
    MPI_Accumulate(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_PROD, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

#define OUR_SUM MPI_SUM
void twoNames(int rank, int *memory, MPI_Comm comm) {
  int x = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  MPI_Comm_rank(comm, &rank);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, OUR_SUM, win);
  if (rank == 1)
    MPI_Accumulate(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
