// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/posts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=early -DEARLY %t/posts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/posts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/locks.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/locks.c
//
// MPI_MODE_NOCHECK: of a start and its post both have it, and the post is surely called before; of
// a lock, nobody else holds or takes one that excludes it meanwhile.

//--- posts.c
// right-no-diagnostics
#include <mpi.h>
#ifdef RIGHT
#define POSTED MPI_MODE_NOCHECK
#elif defined(EARLY)
#define POSTED MPI_MODE_NOCHECK
#else
#define POSTED 0
#endif
static void expose(MPI_Group group, MPI_Win win) {
  MPI_Win_post(group, POSTED, win); // wrong-note {{it is posted here}} early-note {{it is posted here}}
#ifndef EARLY
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Win_wait(win);
}
static void send(MPI_Group group, MPI_Win win, int to) {
  int value = 3;
#ifndef EARLY
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Win_start(group, MPI_MODE_NOCHECK, win); // wrong-warning {{MPI_MODE_NOCHECK of MPI_Win_start on 'win', but the MPI_Win_post that goes with it has no such assertion [rma-wrong-assert]}} early-warning {{MPI_MODE_NOCHECK of MPI_Win_start on 'win', but nothing that the processes call orders the MPI_Win_post before it [rma-wrong-assert]}}
  MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
}
int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win win;
  MPI_Group world, pair;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int other = rank == 0;
  MPI_Group_incl(world, 1, &other, &pair);
  if (rank == 0)
    send(pair, win, 1);
  else if (rank == 1)
    expose(pair, win);
#ifndef EARLY
  else
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Group_free(&pair);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- locks.c
// right-no-diagnostics
#include <mpi.h>
static void add(MPI_Win win, int rank) {
  int value = rank, assertion = MPI_MODE_NOCHECK;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, assertion, win); // wrong-warning {{MPI_MODE_NOCHECK of MPI_Win_lock on 'win', but another process's MPI_Win_lock may hold or ask for a lock that excludes it [rma-wrong-assert]}} wrong-note {{nothing that the processes call orders the two}}
  MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
}
// The lock of the other window excludes, once it is surely held.
static void guarded(MPI_Win win, MPI_Win guard, int rank) {
  int turn;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, guard);
  MPI_Get(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, guard);
  MPI_Win_flush(0, guard);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_unlock(0, guard);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, MPI_MODE_NOCHECK, win); // of nobody
  MPI_Win_unlock(MPI_PROC_NULL, win);
}
static void look(MPI_Win win, int rank, int *value) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
  MPI_Get(value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
}
int main(int argc, char **argv) {
  int rank, size, *memory, *turns, value;
  MPI_Win win, guard;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &turns, &guard);
#ifdef RIGHT
  for (int turn = 0; turn < size; turn++) {
    if (turn == rank)
      add(win, rank);
    MPI_Barrier(MPI_COMM_WORLD);
  }
#else
  add(win, rank);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  look(win, rank, &value);
  MPI_Barrier(MPI_COMM_WORLD);
  guarded(win, guard, rank);
  MPI_Win_free(&guard);
  MPI_Win_free(&win);
  MPI_Finalize();
}
