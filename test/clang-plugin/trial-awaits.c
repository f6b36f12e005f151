// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/flag.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=early -DEARLY %t/flag.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/flag.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/chain.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/chain.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong %t/counter.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DRIGHT %t/counter.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %t/others.c
//
// Loops that read with MPI_NO_OP what other processes change end when these have: what was complete
// before is in order then.

//--- flag.c
// right-no-diagnostics
#include <mpi.h>
#include <stdio.h>
static long atomic_read(MPI_Win win, int target) {
  long seen;
  MPI_Fetch_and_op(NULL, &seen, MPI_LONG, target, 0, MPI_NO_OP, win);
  MPI_Win_flush(target, win);
  return seen;
}
static void atomic_write(MPI_Win win, int target, long value) {
  MPI_Accumulate(&value, 1, MPI_LONG, target, 0, 1, MPI_LONG, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
}
int main(int argc, char **argv) {
  int rank;
  long *memory, item = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD); // early-note {{nothing behind this call orders the two}}
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&item, 1, MPI_LONG, 1, 1, 1, MPI_LONG, win); // wrong-note {{the operation is issued here}} early-note {{from here until MPI_Win_flush or the unlock, MPI_Put may access its target}}
#ifdef RIGHT
    MPI_Win_flush(1, win);
#elif defined(EARLY)
    MPI_Win_flush(1, win);
#else
    MPI_Win_flush_local(1, win); // wrong-warning {{MPI_Win_flush_local completes MPI_Put at line 25 at its origin only, and then another process goes on [rma-weak-completion]}}
#endif
    atomic_write(win, 1, 1);
  } else if (rank == 1) {
#ifndef EARLY
    while (atomic_read(win, 1) == 0)
      ;
#endif
    MPI_Win_sync(win);
    printf("%ld\n", memory[1]); // wrong-note {{MPI_Win_flush, or the unlock, must come before what lets it come here}} early-warning {{'memory[1]' is read while another process's MPI_Put at line 25 may still be writing it [rma-remote-race]}}
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- chain.c
// right-no-diagnostics
#include <mpi.h>
#include <sched.h>
static void await_flag(MPI_Win flags, int rank) {
  long none = 0, seen;
  for (;;) {
    MPI_Get_accumulate(&none, 1, MPI_LONG, &seen, 1, MPI_LONG, rank, 0, 1, MPI_LONG, MPI_NO_OP, flags);
    MPI_Win_flush(rank, flags);
    if (seen != 0)
      break;
    sched_yield();
  }
}
static void raise_flag(MPI_Win flags, int rank) {
  long one = 1, old;
  MPI_Fetch_and_op(&one, &old, MPI_LONG, rank, 0, MPI_SUM, flags);
  MPI_Win_flush(rank, flags);
}
int main(int argc, char **argv) {
  int rank, size;
  long *memory, *flag, sum = 0, item = 7;
  MPI_Win win, flags;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &flags);
  *memory = *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, flags);
  // From each to the next: the last has heard of the first.
  if (rank == 0) {
    MPI_Put(&item, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); // wrong-note {{the operation is issued here}}
#ifdef RIGHT
    MPI_Win_flush(0, win);
#else
    MPI_Win_flush_local(0, win); // wrong-warning {{MPI_Win_flush_local completes MPI_Put at line 34 at its origin only, and then another process goes on [rma-weak-completion]}}
#endif
  } else {
    await_flag(flags, rank);
  }
  if (rank + 1 < size)
    raise_flag(flags, rank + 1);
  if (rank == size - 1) {
    MPI_Get(&sum, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); // wrong-note {{MPI_Win_flush, or the unlock, must come before what lets it come here}}
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(flags);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&flags);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 8;
}

//--- counter.c
// right-no-diagnostics
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size;
  long *base, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  base[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    long arrived, none = 0;
    do {
      MPI_Fetch_and_op(&none, &arrived, MPI_LONG, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    } while (arrived < size - 1);
    MPI_Win_sync(win);
    for (int i = 1; i < size; ++i)
      sum += base[i]; // wrong-warning {{'base[i]' is read while another process's MPI_Put at line 34 may still be writing it [rma-remote-race]}}
    // The counter begins anew.
    MPI_Accumulate(&none, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  } else {
    long item = rank, one = 1, old;
#ifdef RIGHT
    MPI_Put(&item, 1, MPI_LONG, 0, rank, 1, MPI_LONG, win);
    MPI_Win_flush(0, win);
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
#else
    MPI_Put(&item, 1, MPI_LONG, 0, rank, 1, MPI_LONG, win); // wrong-note {{it is complete at its target with MPI_Win_flush at line 36, and nothing that the processes call orders the two}}
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 123456789;
}

//--- others.c
// right-no-diagnostics
#include <mpi.h>
#include <string.h>
static long *data, *flag;
static MPI_Win win, flags;
static long look(int target, int at) {
  static const long kNone = 0;
  long seen;
  MPI_Fetch_and_op(&kNone, &seen, MPI_LONG, target, at, MPI_NO_OP, flags);
  MPI_Win_flush(target, flags);
  return seen;
}
static long add(int target, int at) {
  const long one = 1;
  long old;
  MPI_Fetch_and_op(&one, &old, MPI_LONG, target, at, MPI_SUM, flags);
  MPI_Win_flush(target, flags);
  return old;
}
static void put(int target, long item) {
  MPI_Put(&item, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
  MPI_Win_flush(target, win);
}
static void get(int target, long *item) {
  MPI_Get(item, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
  MPI_Win_flush(target, win);
}
int main(int argc, char **argv) {
  int rank, size;
  long item = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &data, &win);
  MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &flags);
  memset(data, 0, 4 * sizeof(long));
  memset(flag, 0, 8 * sizeof(long));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, flags);

  // Whose turn it is.
  const long ticket = add(0, 0);
  while (look(0, 1) != ticket)
    ;
  get(0, &item);
  put(0, item + 1);
  add(0, 1);

  // A barrier of counters, then plain loads.
  add(0, 2);
  while (look(0, 2) < size)
    ;
  MPI_Win_sync(win);
  item += data[0];

  // Several flags, one round for each: only the last has been asked for when it ends.
  if (rank == 1) {
    put(0, 1);
    add(0, 3);
    put(0, 2);
    add(0, 4);
  } else if (rank == 0) {
    int k = 0;
    while (k < 2)
      if (look(0, 3 + k) != 0)
        k++;
    get(0, &item);
  }
  MPI_Barrier(MPI_COMM_WORLD);

  // Who wins alone goes on.
  if (rank < 2) {
    const long mine = rank + 1, none = 0;
    long winner;
    do {
      MPI_Compare_and_swap(&mine, &none, &winner, MPI_LONG, 0, 5, flags);
      MPI_Win_flush(0, flags);
    } while (winner == -1);
    if (winner == 0)
      put(0, rank);
  }
  MPI_Win_unlock_all(flags);

  // The owner changes its flag in an epoch of its own; before that it has seen what is in its memory.
  if (rank == 0) {
    item += data[2];
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, flags);
    flag[6] = 1;
    MPI_Win_unlock(0, flags);
  } else if (rank == 1) {
    long seen, item = 3;
    const long none = 0;
    do {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, flags);
      MPI_Fetch_and_op(&none, &seen, MPI_LONG, 0, 6, MPI_NO_OP, flags);
      MPI_Win_unlock(0, flags);
    } while (!seen);
    MPI_Put(&item, 1, MPI_LONG, 0, 2, 1, MPI_LONG, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&flags);
  MPI_Win_free(&win);
  MPI_Finalize();
  return item == 123456789;
}
