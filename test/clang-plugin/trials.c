// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/helpers.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/helpers.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/channel.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/channel.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/messages.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/messages.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/places.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/places.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/tree.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/tree.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/ops.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/ops.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/buffers.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/buffers.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/shared.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/shared.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/three.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/three.c
// RUN: %if mpich %{ %clang -std=c11 -fplugin=%plugin %mpi-include-mpich -fsyntax-only -Xclang -verify=wrong %t/ops.c %}
// RUN: %if mpich %{ %clang -std=c11 -fplugin=%plugin %mpi-include-mpich -fsyntax-only -Xclang -verify=right -DRIGHT %t/ops.c %}
// RUN: %if mpich %{ %clang -std=c11 -fplugin=%plugin %mpi-include-mpich -fsyntax-only -Xclang -verify=wrong %t/shared.c %}
// RUN: %if mpich %{ %clang -std=c11 -fplugin=%plugin %mpi-include-mpich -fsyntax-only -Xclang -verify=right -DRIGHT %t/shared.c %}
//
// Races of programs in one file that show when they are executed for a few processes.

//--- helpers.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
static void deliver(MPI_Win win, int target, int slot, const double *v) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(v, 1, MPI_DOUBLE, target, slot, 1, MPI_DOUBLE, win); // wrong-note {{nothing that the processes call orders the two}}
  MPI_Win_unlock(target, win);
}
static double inspect(MPI_Win win, int me, const double *memory, int slot) {
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  double found = memory[slot]; // wrong-warning {{'memory[slot]' is read while another process's MPI_Put at line 6 may still be writing it [rma-remote-race]}}
  MPI_Win_unlock(me, win);
  return found;
}
int main(int argc, char **argv) {
  double box[4] = {0}, pi = 3;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(box, sizeof box, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    deliver(win, 1, 2, &pi);
#ifdef RIGHT
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1)
    printf("%g %g\n", inspect(win, rank, box, 2), inspect(win, rank, box, 1));
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- channel.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
struct channel {
  MPI_Win win;
  MPI_Group peer;
  long inbox[8];
};
static void open(struct channel *c, int other) {
  MPI_Group all;
  MPI_Win_create(c->inbox, sizeof c->inbox, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &c->win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &c->peer);
  MPI_Group_free(&all);
}
static void write(struct channel *c, int to, const long *v, int n) {
  MPI_Win_start(c->peer, 0, c->win);
  MPI_Put(v, n, MPI_LONG, to, 0, n, MPI_LONG, c->win); // wrong-note {{it is complete when its target has returned from MPI_Win_wait, which must come between the two}}
  MPI_Win_complete(c->win);
}
static long read(struct channel *c) {
  long first = 0;
  MPI_Win_post(c->peer, 0, c->win);
#ifndef RIGHT
  first = c->inbox[0]; // wrong-warning {{'c->inbox[0]' is read while another process's MPI_Put at line 18 may still be writing it}}
#endif
  MPI_Win_wait(c->win);
  return first + c->inbox[1];
}
int main(int argc, char **argv) {
  int rank;
  struct channel c;
  long out[8] = {7};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  open(&c, rank == 0 ? 1 : 0);
  if (rank == 0)
    write(&c, 1, out, 8);
  else if (rank == 1)
    printf("%ld\n", read(&c));
  MPI_Group_free(&c.peer);
  MPI_Win_free(&c.win);
  MPI_Finalize();
}

//--- messages.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
static void ship(MPI_Win win, int to, int value) {
  MPI_Request sent;
  MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win); // wrong-note {{nothing that the processes call orders the two}}
#ifdef RIGHT
  MPI_Win_flush(to, win);
#endif
  MPI_Isend(NULL, 0, MPI_BYTE, to, 5, MPI_COMM_WORLD, &sent);
  MPI_Win_flush_local(to, win);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
}
static int unpack(MPI_Win win, int from, const int *memory) {
  MPI_Recv(NULL, 0, MPI_BYTE, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  return memory[0]; // wrong-warning {{'memory[0]' is read while another process's MPI_Put at line 6 may still be writing it}}
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  ship(win, (rank + 1) % size, rank);
  printf("%d\n", unpack(win, (rank + size - 1) % size, memory));
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- places.c
// right-no-diagnostics
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *first = malloc((size + 1) * sizeof *first), n = rank + 2;
  first[0] = 0;
  for (int r = 0; r < size; r++)
#ifdef RIGHT
    first[r + 1] = first[r] + r + 2;
#else
    first[r + 1] = first[r] + r + 1; // one less than each of them has
#endif
  MPI_Win_allocate(rank == 0 ? 100 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  int *mine = malloc(n * sizeof *mine);
  for (int i = 0; i < n; i++)
    mine[i] = i;
  MPI_Win_fence(0, win);
  MPI_Put(mine, n, MPI_INT, 0, first[rank], n, MPI_INT, win); // wrong-warning {{MPI_Put accesses at target '0' what another process's MPI_Put may be writing}}
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(mine);
  free(first);
  MPI_Finalize();
}

//--- tree.c
// right-no-diagnostics
#include <mpi.h>
static void up(int me, int n, int distance, MPI_Win win, int *memory) {
  if (distance >= n)
    return;
  switch (me / distance % 2) {
  case 1:
    MPI_Put(memory, 1, MPI_INT, me - distance, 1, 1, MPI_INT, win); // wrong-note {{nothing}}
#ifdef RIGHT
    MPI_Win_flush(me - distance, win);
#endif
    MPI_Send(NULL, 0, MPI_BYTE, me - distance, distance, MPI_COMM_WORLD);
    return;
  default:
    if (me + distance < n) {
      MPI_Recv(NULL, 0, MPI_BYTE, me + distance, distance, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      memory[0] += memory[1]; // wrong-warning {{'memory[1]' is read while another process's MPI_Put at line 8}}
      MPI_Win_sync(win);
    }
  }
  up(me, n, 2 * distance, win, memory);
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = rank;
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  up(rank, size, 1, win, memory);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- ops.c
// right-no-diagnostics
#include <mpi.h>
static void tally(MPI_Win win, int owner, MPI_Op op, int at, int v) {
  MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, win);
  MPI_Accumulate(&v, 1, MPI_INT, owner, at, 1, MPI_INT, op, win); // wrong-warning {{MPI_Accumulate while another process's MPI_Accumulate may accumulate with another op to the same elements [rma-mixed-accumulate]}}
  MPI_Win_unlock(owner, win);
}
int main(int argc, char **argv) {
  int rank, best[2] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(best, sizeof best, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    tally(win, 0, MPI_SUM, 0, 17);
  else
#ifdef RIGHT
    tally(win, 0, MPI_MIN, 1, 17 - rank);
#else
    tally(win, 0, MPI_MIN, 0, 17 - rank);
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- buffers.c
// right-no-diagnostics
#include <mpi.h>
static void send(MPI_Win win, int to, const int *block, int n, MPI_Aint at) {
  MPI_Put(block, n, MPI_INT, to, at, n, MPI_INT, win); // wrong-note {{MPI_Put reads 'block' from here until its local completion: MPI_Win_unlock_all at line}}
}
static void drain(MPI_Win win, int to) { MPI_Win_flush_local(to, win); }
static void fill(int *block, int n, int from) {
  for (int i = 0; i < n; i++)
    block[i] = from + i; // wrong-warning {{'block[i]' is written while MPI_Put at line 4 may still be reading it [rma-local-race]}}
}
int main(int argc, char **argv) {
  int block[50], *memory, rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int peer = (rank + 1) % size;
  MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  fill(block, 50, 0);
  send(win, peer, block, 50, 0);
#ifdef RIGHT
  drain(win, peer);
#else
  drain(win, rank);
#endif
  fill(block, 50, 50);
  send(win, peer, block, 50, 50);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- shared.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static char *partOf(MPI_Win win, int rank) {
  MPI_Aint bytes;
  int unit;
  char *part;
  MPI_Win_shared_query(win, rank, &bytes, &unit, &part);
  return part;
}
int main(int argc, char **argv) {
  MPI_Comm node;
  MPI_Win win;
  int rank, token = 1;
  char *own;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(rank == 0 ? 128 : 0, 1, MPI_INFO_NULL, node, &own, &win);
  const char *text = partOf(win, 0);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
#ifndef RIGHT
    MPI_Send(&token, 1, MPI_INT, 1, 0, node);
#endif
    strcpy(own, "all good things"); // wrong-note {{nothing that the processes call orders the two}}
    MPI_Win_sync(win);
#ifdef RIGHT
    MPI_Send(&token, 1, MPI_INT, 1, 0, node);
#endif
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, node, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    printf("%c\n", text[0]); // wrong-warning {{'text[0]' is read while another process may be writing it by 'own' at line 27}}
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&node);
  MPI_Finalize();
}

//--- three.c
// right-no-diagnostics
// With two processes there is one neighbour only.
#include <mpi.h>
#include <stdio.h>
static void give(MPI_Win win, int to, int at, const int *what) {
  MPI_Put(what, 1, MPI_INT, to, at, 1, MPI_INT, win); // wrong-warning {{MPI_Put accesses at target 'to' what another process's MPI_Put may be writing}}
}
int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 3) {
    fprintf(stderr, "too few\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  give(win, (rank + 1) % size, 0, &rank);
#ifdef RIGHT
  give(win, (rank + size - 1) % size, 1, &rank);
#else
  give(win, (rank + size - 1) % size, 0, &rank);
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
