// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/weak.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/fine.c
//
// Local completion by macros and helpers, told of by collectives that bring values along.

//--- weak.c
#include <mpi.h>
#include <stdio.h>

#define DONE(to, win) MPI_Win_flush_local(to, win)
static void done(int to, MPI_Win win) { MPI_Win_flush_local(to, win); }

int main(int argc, char **argv) {
  int rank, size, least = 0;
  double *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);

  MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  DONE(right, win); // expected-warning {{MPI_Win_flush_local completes MPI_Put at line 18 at its origin only, and then MPI_Barrier lets the others go on}}
  MPI_Barrier(MPI_COMM_WORLD); // expected-note {{MPI_Win_flush, or the unlock, must come before this}}
  printf("%g\n", memory[0]);

  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&value, 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  done(right, win);
  MPI_Barrier(MPI_COMM_WORLD); // expected-note {{MPI_Barrier completes no operation}}
  printf("%g\n", memory[1]); // expected-warning {{'memory[1]' is read while another process's MPI_Put at line 25 may still be writing it}}

  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&value, 1, MPI_DOUBLE, right, 2, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  MPI_Win_flush_local_all(win); // expected-warning {{at its origin only, and then MPI_Allreduce lets the others go on}}
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD); // expected-note {{must come before this}}
  printf("%g\n", memory[2]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- fine.c
// expected-no-diagnostics
#include <mpi.h>
#include <stdio.h>

#define DONE(to, win) MPI_Win_flush(to, win)
static void done(int to, MPI_Win win) { MPI_Win_flush(to, win); }
static void either(int to, MPI_Win win, int isLast) {
  if (isLast)
    MPI_Win_flush(to, win);
  else
    MPI_Win_flush_local(to, win);
}

int main(int argc, char **argv) {
  int rank, size, least = 0;
  double *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);

  MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  DONE(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g\n", memory[0]);

  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&value, 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, win);
  done(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g\n", memory[1]);

  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&value, 1, MPI_DOUBLE, right, 2, 1, MPI_DOUBLE, win);
  either(right, win, value > 0);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g\n", memory[2]);

  // The sum says nothing of what was put, and nobody looks before the flush.
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&value, 1, MPI_DOUBLE, right, 3, 1, MPI_DOUBLE, win);
  MPI_Win_flush_local_all(win);
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  printf("%g\n", memory[4]);
  MPI_Win_flush_all(win);
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  printf("%g\n", memory[3]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
