// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/roles.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/loop.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/switch.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/excess.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/leader.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/balanced.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/turns.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/unknown.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/two.c
// RUN: %clang++ -std=c++23 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify %t/consteval.cpp
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify %t/guards.cpp
// RUN: %clang -fopenmp -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/threads.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/itself.c
//
// Programs that are gone through for one rank after the other.

//--- roles.c
#include <mpi.h>
static void master(MPI_Win win, int *memory) {
  MPI_Win_fence(0, win);
  memory[0] = 1;
  MPI_Win_fence(0, win); // expected-warning {{MPI_Win_fence is collective, but process 0 calls it here and process 1 has no such call to go with it [rma-divergent-collective]}}
}
static void worker(MPI_Win win) { MPI_Win_fence(0, win); }
int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0)
    master(win, memory);
  else
    worker(win);
  MPI_Win_free(&win); // expected-note {{process 1 calls MPI_Win_free here then}}
  MPI_Finalize();
  return 0;
}

//--- loop.c
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int distance = 1; distance < size && rank % (2 * distance) == 0; distance *= 2) {
    MPI_Get(memory, 1, MPI_INT, (rank + distance) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win); // expected-warning {{process 0 calls it here and process 1 has no such call}}
  }
  MPI_Win_free(&win); // expected-note {{process 1 calls MPI_Win_free here then}}
  MPI_Finalize();
  return 0;
}

//--- switch.c
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  switch (rank) {
  case 0:
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win); // expected-warning {{process 0 calls it here and process 2 has no such call}}
    break;
  case 1:
    MPI_Win_fence(0, win);
    value = memory[0];
    break;
  case 2:
    value = 2;
    break;
  default:
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win); // expected-note {{process 2 calls MPI_Win_free here then}}
  MPI_Finalize();
  return value;
}

//--- excess.c
#include <mpi.h>
#include <stdlib.h>
static void usage(void) { exit(2); }
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 3)
    usage();
  if (rank >= 2) {
    MPI_Finalize();
    return 0;
  }
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win); // expected-warning {{MPI_Win_allocate is collective, but process 0 calls it here and process 2 has no such call to go with it}}
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

//--- leader.c
#include <mpi.h>
static int isLeader(int rank) {
  if (rank > 0)
    return 0;
  return 1;
}
int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  isLeader(rank) && MPI_Win_fence(0, win); // expected-warning {{process 0 calls it here and process 1 has no such call}}
  MPI_Win_free(&win); // expected-note {{process 1 calls MPI_Win_free here then}}
  MPI_Finalize();
  return 0;
}

//--- balanced.c
// expected-no-diagnostics
#include <mpi.h>
#include <stdio.h>
static void master(MPI_Win win, int size) {
  for (int p = 1; p < size; p++)
    MPI_Win_fence(0, win);
}
static void worker(MPI_Win win, int size) {
  int left = size - 1;
  while (left-- > 0)
    MPI_Win_fence(0, win);
}
static void steps(MPI_Win win, int rank, int n) {
  for (int i = 0; i < n; i++) {
    MPI_Win_fence(0, win);
    if (rank == i % 2)
      printf("%d\n", i);
    MPI_Win_fence(0, win);
  }
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0)
    master(win, size);
  else
    worker(win, size);
  steps(win, rank, argc);
  if (rank == 1)
    MPI_Win_fence(0, win);
  if (rank != 1)
    MPI_Win_fence(0, win);
  for (int i = 0; i < 2 + (rank > 0); i++)
    MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

//--- turns.c
// expected-no-diagnostics
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size, *memory, turn = 0, done = 0;
  int *later = &done;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  do {
    MPI_Win_fence(0, win);
    if (turn == rank)
      memory[0] = turn;
    MPI_Win_fence(0, win);
  } while (++turn < size);
  done = rank == 0;
  *later = 1;
  if (done)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

//--- unknown.c
// expected-no-diagnostics
#include <mpi.h>
static void fences(MPI_Win win) { MPI_Win_fence(0, win); }
static void twice(void (*what)(MPI_Win), MPI_Win win) {
  what(win);
  what(win);
}
int main(int argc, char **argv) {
  int rank, agreed, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  agreed = rank;
  MPI_Bcast(&agreed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < agreed; i++)
    MPI_Win_fence(0, win);
  if (rank == 0) {
    twice(fences, win);
  } else {
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

//--- two.c
// expected-no-diagnostics
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  // Of a program for two processes.
  if (rank == 0) {
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  } else if (rank == 1) {
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    value = memory[0];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return value;
}

//--- consteval.cpp
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if consteval {
    return 1;
  } else {
    MPI_Win_fence(0, win);
  }
  if !consteval {
    if (rank == 0) {
      MPI_Win_fence(0, win);
      MPI_Win_fence(0, win); // expected-warning {{process 0 calls it here and process 1 has no such call}}
    } else {
      MPI_Win_fence(0, win);
    }
  }
  MPI_Win_fence(0, win); // expected-note {{process 1 calls MPI_Win_fence here then}}
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- guards.cpp
// expected-no-diagnostics
#include <compare>
#include <cstdlib>
#include <mpi.h>
struct Fenced {
  MPI_Win win;
  ~Fenced() { MPI_Win_fence(0, win); }
  operator bool() const { return true; }
};
static int readSteps() { return std::atoi("3"); }
static int steps = readSteps();
int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  auto order = rank <=> 0;
  if (rank == 0) {
    if (Fenced fenced{win})
      memory[0] = 1;
  } else {
    MPI_Win_fence(0, win);
  }
  if (rank == 0)
    for (int i = 0; i < steps; i++)
      MPI_Win_fence(0, win);
  else
    for (int i = 0; i < 3; i++)
      MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- threads.c
// expected-no-diagnostics
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, *memory, n = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
#pragma omp parallel
    {
#pragma omp master
      MPI_Win_fence(0, win);
    }
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 4; i++)
      n += 1;
  } else {
    MPI_Win_fence(0, win);
    n = 4;
  }
  for (int i = 0; i < n; i++)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}

//--- itself.c
// expected-no-diagnostics
#include <mpi.h>
int main(int argc, char **argv) {
  int *memory;
  MPI_Win win;
  if (argc > 5)
    return main(argc, argv);
  MPI_Init(0, 0);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < argc; i++)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
