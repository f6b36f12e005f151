// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/nothing.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/attached.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/elsewhere.c
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/nowhere.c
// Operations on dynamic windows in a program that attaches no memory.

//--- nothing.c
#include <mpi.h>
static void get(long *value, MPI_Aint from, int target, int count, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Get(value, count, MPI_LONG, target, from, count, MPI_LONG, win);
  MPI_Win_unlock(target, win);
}
int main(int argc, char **argv) {
  int rank, size;
  long mine = 1, theirs = 0;
  MPI_Aint own, next;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); // expected-note {{the window is made here, dynamic}}
  MPI_Get_address(&mine, &own);
  MPI_Sendrecv(&own, 1, MPI_AINT, (rank + size - 1) % size, 0, &next, 1, MPI_AINT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
  MPI_Get(&theirs, 1, MPI_LONG, (rank + 1) % size, next, 1, MPI_LONG, win); // expected-warning {{MPI_Get accesses 'win', but nothing in this program attaches memory to it [rma-out-of-window]}}
  MPI_Get(&theirs, 0, MPI_LONG, (rank + 1) % size, next, 0, MPI_LONG, win);
  MPI_Get(&theirs, 1, MPI_LONG, MPI_PROC_NULL, next, 1, MPI_LONG, win);
  MPI_Win_unlock((rank + 1) % size, win);
  get(&theirs, 0, 0, 0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return theirs == 0;
}

//--- attached.c
// expected-no-diagnostics
#include <mpi.h>
static void expose(void *memory, MPI_Aint bytes, MPI_Win win) { MPI_Win_attach(win, memory, bytes); }
int main(int argc, char **argv) {
  int rank, size;
  long mine = 1, theirs = 0;
  MPI_Aint own, next;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  expose(&mine, sizeof mine, win);
  MPI_Get_address(&mine, &own);
  MPI_Sendrecv(&own, 1, MPI_AINT, (rank + size - 1) % size, 0, &next, 1, MPI_AINT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
  MPI_Get(&theirs, 1, MPI_LONG, (rank + 1) % size, next, 1, MPI_LONG, win);
  MPI_Win_unlock((rank + 1) % size, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, &mine);
  MPI_Win_free(&win);
  MPI_Finalize();
  return theirs == 0;
}

//--- elsewhere.c
// expected-no-diagnostics
#include <mpi.h>
void expose(MPI_Win win);
int main(int argc, char **argv) {
  long theirs = 0;
  MPI_Aint next = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  expose(win);
  MPI_Bcast(&next, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&theirs, 1, MPI_LONG, 0, next, 1, MPI_LONG, win);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return theirs == 0;
}

//--- nowhere.c
// expected-no-diagnostics
#include <mpi.h>
static int blocks;
int main(int argc, char **argv) {
  int rank, size, value = 0, target;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  target = MPI_PROC_NULL;
  MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  for (int i = 0; i < blocks; i++)
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return value;
}
