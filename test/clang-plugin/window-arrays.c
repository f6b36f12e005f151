// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Windows in an array, made one by one or in a loop: elements that constants name are different windows, one that a
// variable names may be any of them, and so may one that another was copied to.

#include <mpi.h>

void use(int value);

void makeAll(MPI_Win *windows, int *memory, int count);

static void madeOneByOne(int rank, int right) {
  MPI_Win windows[2];
  int memory[2] = {rank, rank}, result = 0;
  MPI_Win_create(&memory[0], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[0]);
  MPI_Win_create(&memory[1], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[1]);
  MPI_Win_fence(0, windows[0]);
  MPI_Win_fence(0, windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[1]);
  use(result); // expected-warning {{'result' is read while MPI_Get at line 19 may still be writing it}}
  MPI_Win_fence(0, windows[0]);
  MPI_Win_free(&windows[0]);
  MPI_Win_free(&windows[1]);
}

static void madeInLoop(int rank, int right) {
  MPI_Win windows[2];
  int memory[2] = {rank, rank}, result = 0;
  for (int i = 0; i < 2; i++)
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  MPI_Win_fence(0, windows[0]);
  MPI_Win_fence(0, windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[1]);
  use(result); // expected-warning {{'result' is read while MPI_Get at line 34 may still be writing it}}
  MPI_Win_fence(0, windows[0]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&windows[i]);
}

struct halo {
  MPI_Win windows[2];
};

static void inStructure(int rank, int right) {
  struct halo halo;
  int memory[2] = {rank, rank}, result = 0;
  for (int i = 0; i < 2; i++)
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &halo.windows[i]);
  MPI_Win_fence(0, halo.windows[0]);
  MPI_Win_fence(0, halo.windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, halo.windows[0]);
  MPI_Win_fence(0, halo.windows[1]);
  use(result); // expected-warning {{'result' is read while MPI_Get at line 53 may still be writing it}}
  MPI_Win_fence(0, halo.windows[0]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&halo.windows[i]);
}

// Correct from here on.

static void fencedInLoop(int rank, int right) {
  MPI_Win windows[2];
  int memory[2] = {rank, rank}, result = 0;
  for (int i = 0; i < 2; i++)
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  for (int i = 0; i < 2; i++)
    MPI_Win_fence(0, windows[i]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  for (int i = 0; i < 2; i++)
    MPI_Win_fence(0, windows[i]);
  use(result);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&windows[i]);
}

static void namedByVariable(int rank, int right, int which) {
  MPI_Win windows[2];
  int memory[2] = {rank, rank}, result = 0;
  for (int i = 0; i < 2; i++)
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  MPI_Win_fence(0, windows[0]);
  MPI_Win_fence(0, windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[which]);
  use(result);
  MPI_Win_fence(0, windows[1 - which]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&windows[i]);
}

static void copied(int rank, int right) {
  MPI_Win windows[3];
  int memory[2] = {rank, rank}, result = 0;
  for (int i = 0; i < 2; i++)
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  windows[2] = windows[0];
  MPI_Win_fence(0, windows[0]);
  MPI_Win_fence(0, windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[2]);
  use(result);
  MPI_Win_fence(0, windows[1]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&windows[i]);
}

static void copiedByPointer(int rank, int right) {
  MPI_Win windows[3], *last = &windows[2];
  int memory[2] = {rank, rank}, result = 0;
  for (int i = 0; i < 2; i++)
    MPI_Win_create(&memory[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  *last = windows[0];
  MPI_Win_fence(0, windows[0]);
  MPI_Win_fence(0, windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[2]);
  use(result);
  MPI_Win_fence(0, windows[1]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&windows[i]);
}

static void madeElsewhere(int rank, int right) {
  MPI_Win windows[2];
  int memory[2] = {rank, rank}, result = 0;
  makeAll(windows, memory, 2);
  MPI_Win_fence(0, windows[0]);
  MPI_Win_fence(0, windows[1]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[1]);
  use(result);
  MPI_Win_fence(0, windows[0]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&windows[i]);
}

static void firstByVariable(int rank, int right) {
  MPI_Win windows[2];
  int memory[2] = {rank, rank}, result = 0, i = 0;
  MPI_Win_create(&memory[0], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
  MPI_Win_fence(0, windows[i]);
  MPI_Get(&result, 1, MPI_INT, right, 0, 1, MPI_INT, windows[0]);
  MPI_Win_fence(0, windows[i]);
  use(result);
  MPI_Win_fence(0, windows[0]);
  MPI_Win_free(&windows[i]);
}
