// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/instances.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/counts.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/reached.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -isystem %t/system -fsyntax-only -Xclang -verify %t/library.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/again.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/two.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/rows.c
// Correct programs near the rules that look at whole files.
//--- instances.c
// expected-no-diagnostics
// What is behind one fence, but never in the same epoch.
#include <mpi.h>
#include <stdio.h>
#define MAKE(memory)                                                                               \
  MPI_Win win;                                                                                     \
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win)
static int rank, size;
static void leaves(int n) {
  int memory[4] = {0}, v = 1, it = 0;
  MAKE(memory);
  for (;;) {
    MPI_Win_fence(0, win);
    if (it++ == n)
      break;
    MPI_Put(&v, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  }
  printf("%d\n", memory[0]);
  MPI_Put(&v, 1, MPI_INT, (rank + size - 1) % size, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void goesElsewhere(int mode) {
  int memory[4] = {0}, v = 1;
  MAKE(memory);
  MPI_Win_fence(0, win);
  if (mode > 1) {
    if (rank == 1)
      memory[0] = 4;
    goto done;
  }
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
done:
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
static void exposed(MPI_Group group, int n) {
  int memory[4] = {0}, v = 1;
  MAKE(memory);
  if (rank == 0) {
    while (1) {
      MPI_Win_post(group, 0, win);
      if (n-- == 0)
        break;
      MPI_Win_wait(win);
    }
    memory[0] += 1;
    MPI_Win_wait(win);
  } else if (rank == 1) {
    while (1) {
      MPI_Win_start(group, 0, win);
      if (n-- == 0)
        break;
      MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);
}
int main(int argc, char **argv) {
  MPI_Group group;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  leaves(4);
  goesElsewhere(argc);
  exposed(group, 3);
  MPI_Finalize();
  return 0;
}
//--- counts.c
// expected-no-diagnostics
// Loops that run for some of the processes only.
#include <mpi.h>
static int rank, size, memory[8];
static MPI_Win win;
static void workers(void) {
  int v = 1, nlocal = rank == 0 ? 0 : 8, sends = rank == 0;
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  for (int i = 0; i < nlocal; i++)
    memory[i] = i;
  MPI_Win_fence(0, win);
  for (int i = 0; i < sends; i++)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  while (sends--)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
static void given(int n) {
  int v = 1;
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
static void oneMore(void) {
  int i = 0;
  if (rank == 0) {
    MPI_Win_fence(0, win);
    i = 1;
  }
  for (; i < 5; i++)
    MPI_Win_fence(0, win);
}
static void onceOnly(int *keys, int n) {
  int x, done = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n && !done; i++) {
    x = keys[i];
    MPI_Put(&x, 1, MPI_INT, 1, 2 + rank, 1, MPI_INT, win);
    done = 1;
  }
  MPI_Win_unlock_all(win);
  int locked = 0;
  while (!locked) {
    MPI_Win_lock_all(0, win);
    locked = 1;
  }
  MPI_Win_unlock_all(win);
  for (int first = 1; first; first = 0) {
    x = 3;
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  workers();
  given(rank == 0 ? 1 : 0);
  oneMore();
  onceOnly(memory, argc);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
//--- reached.c
// expected-no-diagnostics
// Functions of other files that are reached without their name being called.
#include <mpi.h>
struct operations {
  void (*lock)(MPI_Win), (*unlock)(MPI_Win);
};
extern const struct operations operations;
int main(int argc, char **argv) {
  int *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  operations.unlock(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
//--- system/rmahelp.h
#include <mpi.h>
void help_unlock_all(MPI_Win win);
void help_flush(MPI_Win win);
void help_fence(MPI_Win win);
//--- library.c
// expected-no-diagnostics
// A library whose headers count as the system's.
#include <rmahelp.h>
int main(int argc, char **argv) {
  int *memory, rank, x;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < argc; i++) {
    x = i;
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    help_flush(win);
  }
  help_unlock_all(win);
  if (rank == 0)
    MPI_Win_fence(0, win);
  else
    help_fence(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
//--- again.c
// expected-no-diagnostics
// Windows that are made and freed again; epochs that callers ask to keep.
#include <mpi.h>
#include <stdlib.h>
static int *memory;
static MPI_Win win;
static void setup(int n) {
  memory = malloc(n * 4);
  MPI_Win_create(memory, n * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
}
static void put(int target, int *v, int keep) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(v, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  MPI_Win_flush(target, win);
  if (keep)
    return;
  MPI_Win_unlock(target, win);
}
static void end(int target) { MPI_Win_unlock(target, win); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  setup(4);
  MPI_Win_free(&win);
  free(memory);
  setup(8);
  put(0, &argc, 1);
  end(0);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
  return 0;
}
//--- two.c
// expected-no-diagnostics
// Just two processes.
#include <mpi.h>
enum { NP = 2 };
static int rank, size, memory[NP + 1];
int main(int argc, char **argv) {
  int v;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != NP)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < size; i++)
    if (i != rank) {
      v = i;
      MPI_Put(&v, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    }
  if (rank == 0)
    memory[NP] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
//--- rows.c
// expected-no-diagnostics
// A pointer of a long loop leads to several arrays.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, *memory, one = 1, got = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  int even[1] = {0}, odd[1] = {0}, *rows[2] = {even, odd};
  for (int i = 0; i < 100; i++) {
    int *row = rows[i % 2];
    row[0] = i;
  }
  struct {
    int last;
  } seen[2] = {{0}, {0}}, *each = seen;
  for (int i = 0; i < 100; i++, each++) {
    each->last = i;
    if (i % 2 == 1)
      each -= 2;
  }
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (even[0] == 98 && odd[0] == 99 && seen[0].last == 98 && seen[1].last == 99) // always so
    MPI_Win_fence(0, win);
  if (rank == 0)
    got = memory[0];
  MPI_Win_fence(0, win);
  printf("%d\n", got);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
