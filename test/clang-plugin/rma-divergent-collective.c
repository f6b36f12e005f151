// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-divergent-collective reports, and below what it must not.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void onlyRoot(int *mem, int v) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) { // part // expected-note {{the processes part here; the others call no MPI_Win_fence}}
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence is collective, but only processes with 'rank == 0' call it here [rma-divergent-collective]}}
  }
  MPI_Win_free(&win);
}
void notRoot(int *mem, MPI_Comm comm) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  if (rank) // part // expected-note {{the processes part here; the others call no MPI_Win_create}}
    MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, comm, &win); // expected-warning {{MPI_Win_create is collective, but only processes with 'rank' call it here [rma-divergent-collective]}}
}
void freedByOne(int *mem) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank != 0) // part // expected-note {{the processes part here; the others call no MPI_Win_free}}
    return;
  MPI_Win_free(&win); // expected-warning {{MPI_Win_free is collective, but only processes without 'rank != 0' call it here [rma-divergent-collective]}}
}

// ---- quiet
void bothSides(int *mem, int v) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_fence(0, win);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
}
static void partner(MPI_Win win) { MPI_Win_fence(0, win); }
void partnerCalls(int *mem) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    MPI_Win_fence(0, win);
  else
    partner(win);
  MPI_Win_free(&win);
}
void subcommunicator(int *mem, MPI_Comm workers) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, workers, &win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
}
void alone(int *mem) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_free(&win);
  }
}
void givesUp(int *mem, int bad) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    if (bad)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void answeredByAnother(int *mem) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_fence(0, win);
  } else if (rank == 1) {
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
}
void severalOfThem(int *mem, int n) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < n)
    MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
}
void ofAGroup(int *mem, int rank, MPI_Comm comm) {
  MPI_Win win;
  if (rank == 0)
    MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, comm, &win);
}

// ---- other questions for the rank
void reversed(int *mem) { // reported
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (0 == rank) // expected-note {{part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with '0 == rank' call it here}}
  MPI_Win_free(&win);
}
void less(int *mem) { // reported
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (1 > rank) // expected-note {{part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with '1 > rank' call it here}}
  for (int i = 0; i < 3; ++i)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void blockForEach(int *mem) { // all call it, each in its own block
  int rank, one = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (rank != 0)
    MPI_Win_fence(0, win);
  int root = rank == 0;
  if (root)
    MPI_Win_fence(0, win);
  if (rank == 0)
    mem[0] = 1;
  else
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void cases(int *mem, int v) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  switch (rank) { // expected-note {{part here}}
  case 0:
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence is collective, but only processes with 'rank' equal to 0 call it here [rma-divergent-collective]}}
    break;
  case 1:
    mem[1] = 2;
    break;
  default:
    break;
  }
  MPI_Win_free(&win);
}
int guarded(int *mem) {
  int rank, size;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) {
    puts("needs two processes");
    return 0;
  }
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) // expected-note {{part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with 'rank == 0' call it here}}
  MPI_Win_free(&win);
  return 0;
}
// ---- and quiet
void answeredCases(int *mem) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  switch (rank) {
  case 0:
    mem[0] = 1;
    MPI_Win_fence(0, win);
    break;
  case 1:
    mem[0] = 2; // as the others
  default:
    MPI_Win_fence(0, win);
  }
  switch (rank) {
  case 0 ... 3:
    MPI_Win_fence(0, win);
    break;
  default:
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
}
// The one process is all there are.
int aloneOnly(int *mem) {
  int rank, size;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1)
    return 0;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return 0;
}
int oneProcess(int *mem) {
  int rank, size;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 1)
    return 0;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return 0;
}
// Of which side of the split a process is, its size there says.
int smallerSide(int *mem, MPI_Comm side) {
  int rank, size;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(side, &size);
  if (size < 4)
    return 0;
  MPI_Win_create(mem, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return 0;
}

// How often a loop fences depends on the rank: whether that differs the source does not tell.
void countedByRank(int steps, int extra) {
  int rank, memory = 0;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < (rank ? steps : steps + extra); i++)
    MPI_Win_fence(0, win);
  for (int i = 0; i < steps + extra * (rank == 0); i++)
    MPI_Win_fence(0, win);
  int left = rank == 0 ? steps : steps + extra;
  while (left-- > 0)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
// Every second process, and the last one.
void byTurns(MPI_Comm comm) {
  int rank, size, memory = 0;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, comm, &win);
  if (rank % 2 == 0) // expected-note {{the processes part here}}
    MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence is collective, but only processes with 'rank % 2 == 0' call it here [rma-divergent-collective]}}
  MPI_Win_free(&win);
}
void odd(MPI_Comm comm, int *memory) {
  int rank;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  if (!(rank & 1)) // expected-note {{the processes part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with '!(rank & 1)' call it here}}
  MPI_Win_free(&win);
}
void last(MPI_Comm comm, int *memory) {
  int rank, size;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int last = size - 1;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  if (rank == last) // expected-note {{the processes part here}}
    MPI_Win_fence(0, win); // expected-warning {{only processes with 'rank == last' call it here}}
  MPI_Win_free(&win);
}
void inBothTurns(MPI_Comm comm, MPI_Comm other, int *memory, int last) {
  int rank, size, otherRank;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(other, &otherRank);
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  if (rank % 2 == 0) {
    memory[0] = 1;
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_fence(0, win);
  }
  if (rank % 2 == 0)
    MPI_Win_fence(0, win);
  if (rank % 2 != 0)
    MPI_Win_fence(0, win);
  if (rank == size - 1)
    memory[0] = 2;
  MPI_Win_free(&win);
}
void ofOthers(MPI_Comm comm, MPI_Comm other, int *memory, int last) {
  int rank, size, otherRank;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(other, &otherRank);
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  if (size % 2 == 0)
    MPI_Win_fence(0, win);
  if (otherRank % 2 == 0)
    MPI_Win_fence(0, win);
  if (rank == last)
    MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++)
    if (i % 2 == 0)
      MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
