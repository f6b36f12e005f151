// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What a process does to its window while others may access it: between post and wait, and in
// loops over fence epochs.
#include <mpi.h>
#define N 8
static int memory[N], out[N];
#define MAKE                                                                                       \
  MPI_Win w;                                                                                       \
  int rank, size;                                                                                  \
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);                                                            \
  MPI_Comm_size(MPI_COMM_WORLD, &size);                                                            \
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w)

void ring(MPI_Group to, MPI_Group from) {
  MAKE;
  for (int step = 0; step < size; step++) {
    MPI_Win_post(from, 0, w); // expected-note {{both are in the epoch that this post opens}}
    MPI_Win_start(to, 0, w);
    MPI_Put(out, N, MPI_INT, (rank + 1) % size, 0, N, MPI_INT, w); // expected-note {{from here until the end of the epoch, MPI_Put may access its target}}
    MPI_Win_complete(w);
    for (int i = 0; i < N; i++)
      out[i] = memory[i]; // expected-warning {{'memory[i]' is read while another process's MPI_Put at line 19 may still be writing it}}
    MPI_Win_wait(w);
  }
  MPI_Win_free(&w);
}
int roots(MPI_Group others) {
  int sum = 0;
  MAKE;
  if (rank == 0) {
    MPI_Win_post(others, 0, w); // expected-note {{both are in the epoch that this post opens}}
    for (int i = 0; i < N; i++)
      sum += memory[i]; // expected-warning {{'memory[i]' is read while another process's MPI_Put at line 37 may still be writing it}}
    MPI_Win_wait(w);
  } else if (rank == 1) {
    MPI_Win_start(others, 0, w);
    MPI_Put(out, N, MPI_INT, 0, 0, N, MPI_INT, w); // expected-note {{from here until the end of the epoch, MPI_Put may access its target}}
    MPI_Win_complete(w);
  }
  MPI_Win_free(&w);
  return sum;
}
void steps(int n) {
  MAKE;
  MPI_Win_fence(0, w);
  for (int step = 0; step < n; step++) {
    MPI_Put(out, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
  }
  for (int step = 0; step < n; step++) {
    MPI_Win_fence(0, w); // expected-note {{both are in the epoch that this fence opens}}
    MPI_Put(out, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w); // expected-note {{from here until the end of the epoch, MPI_Put may access its target}}
    memory[0] = step; // expected-warning {{'memory[0]' is written while another process's MPI_Put at line 52 may still be writing it}}
    MPI_Win_fence(0, w);
  }
  MPI_Win_free(&w);
}

// The other's operation has not begun, or is over, or goes elsewhere.
int ordered(MPI_Group to, MPI_Group from) {
  int sum = 0;
  MAKE;
  for (int step = 0; step < size; step++) {
    sum += memory[0];
    MPI_Win_post(from, 0, w);
    MPI_Win_start(to, 0, w);
    MPI_Put(out, 4, MPI_INT, (rank + 1) % size, 0, 4, MPI_INT, w);
    MPI_Win_complete(w);
    out[0] = memory[4];
    MPI_Win_wait(w);
    sum += memory[0];
  }
  MPI_Win_free(&w);
  return sum;
}
int reads(MPI_Group to, MPI_Group from) {
  int sum = 0;
  MAKE;
  MPI_Win_post(from, 0, w);
  MPI_Win_start(to, 0, w);
  MPI_Get(out, 4, MPI_INT, (rank + 1) % size, 0, 4, MPI_INT, w);
  for (int i = 0; i < N; i++)
    sum += memory[i];
  MPI_Win_complete(w);
  MPI_Win_wait(w);
  MPI_Win_free(&w);
  return sum;
}
int told(MPI_Group others) {
  int sum = 0;
  MAKE;
  if (rank == 0) {
    MPI_Win_post(others, 0, w);
    MPI_Recv(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += memory[0];
    MPI_Win_wait(w);
  } else if (rank == 1) {
    MPI_Win_start(others, 0, w);
    MPI_Put(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
    MPI_Send(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_free(&w);
  return sum;
}
int go(MPI_Group others) {
  int sum = 0;
  MAKE;
  if (rank == 0) {
    MPI_Win_post(others, 0, w);
    for (int i = 0; i < N; i++)
      sum += memory[i];
    MPI_Send(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_wait(w);
  } else if (rank == 1) {
    MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_start(others, 0, w);
    MPI_Put(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
  }
  MPI_Win_free(&w);
  return sum;
}
int alternating(MPI_Group to, MPI_Group from) {
  int sum = 0;
  MAKE;
  MPI_Win_post(from, 0, w);
  sum += memory[0];
  MPI_Win_wait(w);
  MPI_Win_post(from, 0, w);
  MPI_Win_start(to, 0, w);
  MPI_Put(out, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w);
  MPI_Win_complete(w);
  MPI_Win_wait(w);
  MPI_Win_free(&w);
  return sum;
}
void inTurn(int n) {
  MAKE;
  for (int step = 0; step < rank; step++) {
    MPI_Win_fence(0, w);
    MPI_Put(out, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
  }
  for (int step = 0; step < n; step++) {
    MPI_Win_fence(0, w);
    MPI_Put(out, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    memory[0] = step;
  }
  MPI_Win_free(&w);
}
