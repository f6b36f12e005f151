// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// Loads and stores of what is another process's in the memory of a shared window.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

static MPI_Aint bytes;
static int unit;

void neighbours(MPI_Comm node) {
  int rank, size, *mine, *next;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(N * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win); // expected-note {{nothing behind this call orders the two}}
  MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &next);
  for (int i = 0; i < N; i++)
    mine[i] = rank;
  MPI_Win_sync(win);
  printf("%d\n", next[0]); // expected-warning {{'next[0]' is read while another process may be writing it by 'mine[i]' at line 23 [rma-remote-race]}}
  MPI_Win_free(&win);
}

void table(MPI_Comm node) {
  int rank;
  double *values, sum = 0;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(rank == 0 ? N * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, node, &values, &win);
  if (rank != 0)
    MPI_Win_shared_query(win, 0, &bytes, &unit, &values);
  MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
  if (rank == 0)
    for (int i = 0; i < N; i++)
      values[i] = i;
  for (int i = 0; i < N; i++)
    sum += values[i]; // expected-warning {{'values[i]' is read while another process may be writing it by 'values[i]' at line 40}}
  MPI_Win_fence(0, win);
  printf("%g\n", sum);
  MPI_Win_free(&win);
}

void everybody(MPI_Comm node) {
  int rank, size, sum = 0, *mine;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
  int **all = malloc(size * sizeof *all);
  for (int r = 0; r < size; r++)
    MPI_Win_shared_query(win, r, &bytes, &unit, &all[r]);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  *mine = rank;
  MPI_Win_sync(win);
  MPI_Barrier(node); // expected-note {{nothing behind this call orders the two}}
  MPI_Win_sync(win);
  for (int r = 0; r < size; r++)
    sum += *all[r];
  *mine = sum; // expected-warning {{'*mine' is written while another process may be reading it by '*all[r]' at line 63}}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(all);
}

void slots(MPI_Comm node) {
  int rank, size, *slot;
  void *mine;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(rank == 0 ? N * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, node, &mine, &win); // expected-note 2 {{nothing behind this call orders the two}}
  MPI_Win_shared_query(win, 0, &bytes, &unit, &slot);
  slot[N - 1] = 0; // expected-warning {{'slot[N - 1]' is written while another process may be writing it [rma-remote-race]}}
  slot[rank] = rank;
  printf("%d\n", slot[(rank + 1) % size]); // expected-warning {{'slot[(rank + 1) % size]' is read while another process may be writing it by 'slot[rank]' at line 79}}
  MPI_Win_free(&win);
}

void stencil(MPI_Comm node) {
  int rank, size;
  double *mine, *left = NULL, *right = NULL;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared((N + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &mine, &win);
  if (rank > 0)
    MPI_Win_shared_query(win, rank - 1, &bytes, &unit, &left);
  if (rank < size - 1)
    MPI_Win_shared_query(win, rank + 1, &bytes, &unit, &right);
  memset(mine, 0, (N + 2) * sizeof(double));
  MPI_Win_fence(0, win);
  for (int turn = 0; turn < 10; turn++) {
    if (rank > 0)
      mine[0] = left[N];
    if (rank < size - 1)
      mine[N + 1] = right[1];
    MPI_Win_fence(0, win); // expected-note {{both are in the epoch that this fence opens}}
    for (int i = 1; i <= N; i++)
      mine[i] = 0.5 * (mine[i - 1] + mine[i + 1]); // expected-warning {{'mine[i]' is written while another process may be reading it by 'right[1]' at line 101}}
  }
  MPI_Win_free(&win);
}

void lockedByOne(MPI_Comm node) {
  int rank, *counter;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(rank == 0 ? 4 : 0, 4, MPI_INFO_NULL, node, &counter, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &counter);
  if (rank == 0)
    *counter = 0;
  MPI_Barrier(node); // expected-note {{nothing behind this call orders the two}}
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  ++*counter; // expected-warning {{'*counter' is written while another process may be writing it}}
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

// ---- quiet

void synchronized(MPI_Comm node) {
  int rank, size, *mine, *next;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(N * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &next);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int turn = 0; turn < 10; turn++) {
    for (int i = 0; i < N; i++)
      mine[i] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    printf("%d\n", next[0]);
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

void byMessage(MPI_Comm node) {
  int rank, token = 0, *mine, *first;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    *mine = 7;
    MPI_Win_sync(win);
    MPI_Send(&token, 1, MPI_INT, 1, 0, node);
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, node, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    printf("%d\n", *first);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

void polled(MPI_Comm node) {
  int rank, *mine, *first;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
  mine[0] = mine[1] = 0;
  MPI_Barrier(node);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    mine[1] = 7;
    MPI_Win_sync(win);
    mine[0] = 1;
    MPI_Win_sync(win);
  } else {
    while (first[0] == 0)
      MPI_Win_sync(win);
    printf("%d\n", first[1]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

void ownPlaces(MPI_Comm node) {
  int rank, size, *slot, *mine;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(rank == 0 ? N * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &slot);
  slot[rank] = 1;
  slot[rank] += 2;
  if (rank == 0)
    slot[N - 1] = 3;
  if (rank == size - 1)
    slot[N - 2] = 3;
  MPI_Win_fence(0, win);
  printf("%d %d\n", slot[0], slot[N - 1]);
  MPI_Win_free(&win);
}

void ownOnly(MPI_Comm node) {
  int rank, *mine, *same;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(N, 1, MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, rank, &bytes, &unit, &same);
  mine[0] = 1;
  same[0] = 2;
  MPI_Win_free(&win);
}

void halves(MPI_Comm node) {
  int rank, size, *mine, *next;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &next);
  for (int i = 0; i < N; i++)
    mine[i] = i;
  for (int i = 0; i < N; i++)
    next[N + i] = i;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

void exclusive(MPI_Comm node) {
  int rank, *counter;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(rank == 0 ? 4 : 0, 4, MPI_INFO_NULL, node, &counter, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &counter);
  if (rank == 0)
    *counter = 0;
  MPI_Barrier(node);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  ++*counter;
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
}

void oneAfterAnother(MPI_Comm node) {
  int rank, size, *counter;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(rank == 0 ? 4 : 0, 4, MPI_INFO_NULL, node, &counter, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &counter);
  for (int turn = 0; turn < size; turn++) {
    if (turn == rank)
      *counter = rank;
    MPI_Barrier(node);
  }
  MPI_Win_free(&win);
}

void otherMeans(MPI_Comm node, int (*meet)(MPI_Comm)) {
  int rank, size, *mine, *next;
  MPI_Win win;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(N * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
  MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &next);
  mine[0] = 1;
  meet(node);
  printf("%d\n", next[0]);
  MPI_Win_free(&win);
}
