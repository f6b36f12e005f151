// RUN: split-file %s %t
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %t/one.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=MPI_Win_flush_local_all(win)' -Xclang -verify=local %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=' -Xclang -verify=open %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=MPI_Win_flush_all(win)' -Xclang -verify=quiet %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only \
// RUN:   '-DBETWEEN=for (int c = 1; c < size; c++) MPI_Win_flush(c, win)' -Xclang -verify=quiet %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=MPI_Win_unlock_all(win); MPI_Win_lock_all(0, win)' \
// RUN:   -Xclang -verify=quiet %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=' '-DBEHIND=MPI_Win_flush(c, win)' -Xclang -verify=quiet %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=' '-DBEHIND=MPI_Win_flush_all(win)' -Xclang -verify=quiet %t/all.c
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only '-DBETWEEN=MPI_Win_flush_local_all(win)' -DOTHER=1 \
// RUN:   -Xclang -verify=quiet %t/all.c
//
// Messages that tell of puts: one that nothing completes, one to each of the others.

//--- one.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank;
  double *memory, value = 1, got;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
    MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); // expected-note {{MPI_Send completes no operation}}
    MPI_Win_unlock(1, win);
  } else if (rank == 1) {
    MPI_Recv(&got, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    printf("%g\n", memory[0]); // expected-warning {{'memory[0]' is read while another process's MPI_Put at line 13 may still be writing it}}
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    printf("%g\n", memory[0]);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}

//--- all.c
#include <mpi.h>
#include <stdio.h>

#ifndef BEHIND
#define BEHIND
#endif
#ifndef OTHER
#define OTHER 0
#endif
// quiet-no-diagnostics

int main(int argc, char **argv) {
  int rank, size, go = 1;
  double *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int c = 1; c < size; c++) {
      MPI_Put(&value, 1, MPI_DOUBLE, c, 0, 1, MPI_DOUBLE, win); // local-note {{issued here}} open-note {{issued here}}
      BEHIND;
    }
    BETWEEN; // local-warning {{MPI_Win_flush_local_all completes MPI_Put at line 23 at its origin only, and then MPI_Send lets process 'c' go on}}
    for (int c = 1; c < size; c++)
      MPI_Send(&c, 1, MPI_INT, c, 1, MPI_COMM_WORLD); // local-note {{must come before this}} open-note {{MPI_Send completes no operation}}
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    printf("%g\n", memory[OTHER]); // open-warning {{'memory[OTHER]' is read while another process's MPI_Put at line 23 may still be writing it}}
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
