//===- list.c - a linked list in a dynamic window -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define CELLS 50000
#define ROUNDS 150

struct cell {
  struct cell *next;
  long key, value;
  long unused;
};

static long walk(struct cell *head, long add) {
  long sum = 0;
  for (struct cell *at = head; at; at = at->next) {
    at->value += add;
    if (at->key % 3)
      sum += at->value;
  }
  return sum;
}

int main(int argc, char **argv) {
  beginBench(&argc, &argv, 0);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  struct cell *cells = calloc(CELLS, sizeof *cells);
  MPI_Win_attach(window, cells, CELLS * sizeof *cells);
  struct cell *head = NULL;
  for (long i = 0; i < CELLS; ++i) {
    struct cell *cell = &cells[i * 7919 % CELLS];
    cell->key = i;
    cell->next = head;
    head = cell;
  }
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  long sum = 0;
  for (int t = 0; t < ROUNDS; ++t) {
    sum += walk(head, t);
    MPI_Win_fence(0, window);
  }
  double seconds = cpuSeconds() - began;
  MPI_Win_detach(window, cells);
  return endBench(cpuSeconds() - seconds, (double)sum);
}
