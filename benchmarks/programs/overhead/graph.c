//===- graph.c - breadth-first search and a hash table in window memory ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#define NODES 30000
#define DEGREE 8
#define SLOTS (1 << 16)
#define ROUNDS 100

struct graph {
  int edge[NODES][DEGREE];
  int level[NODES];
  int queue[NODES];
  unsigned long key[SLOTS];
  long count[SLOTS];
  long searched;
};

static int search(struct graph *g, int root) {
  for (int i = 0; i < NODES; ++i)
    g->level[i] = -1;
  int head = 0, tail = 0;
  g->queue[tail++] = root;
  g->level[root] = 0;
  while (head < tail) {
    int node = g->queue[head++];
    for (int k = 0; k < DEGREE; ++k) {
      int next = g->edge[node][k];
      if (g->level[next] < 0) {
        g->level[next] = g->level[node] + 1;
        g->queue[tail++] = next;
      }
    }
  }
  return tail;
}

static void insert(struct graph *g, unsigned long key) {
  unsigned long slot = key * 0x9e3779b97f4a7c15 >> 48;
  while (g->key[slot] && g->key[slot] != key)
    slot = (slot + 1) % SLOTS;
  g->key[slot] = key;
  ++g->count[slot];
}

int main(int argc, char **argv) {
  struct graph *g = beginBench(&argc, &argv, sizeof(struct graph));
  memset(g, 0, sizeof *g);
  unsigned state = 9;
  for (int i = 0; i < NODES; ++i)
    for (int k = 0; k < DEGREE; ++k)
      g->edge[i][k] = (int)((state = state * 1664525 + 1013904223) >> 8) % NODES;
  MPI_Win_fence(0, window);
  double began = cpuSeconds();
  long found = 0;
  for (int t = 0; t < ROUNDS; ++t) {
    found += search(g, t * 11);
    MPI_Win_fence(0, window);
    for (int i = 0; i < NODES; ++i)
      insert(g, (unsigned long)(g->level[i] + 2) * 1000 + (unsigned long)g->edge[i][t] % 1000);
    MPI_Win_fence(0, window);
    MPI_Win_lock_all(0, window);
    long one = 1, before;
    for (int i = 0; i < 100; ++i) {
      MPI_Fetch_and_op(&one, &before, MPI_LONG, (rank + i) % ranks,
                       (char *)&g->searched - (char *)g, MPI_SUM, window);
      MPI_Win_flush((rank + i) % ranks, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_fence(0, window);
  }
  return endBench(began, (double)found);
}
