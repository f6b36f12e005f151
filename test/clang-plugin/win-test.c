// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -DLOOK='if (!done) MPI_Win_wait(win)' -Xclang -verify=quiet %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -DLOOK='while (!done) MPI_Win_test(win, &done)' \
// RUN:   -Xclang -verify=quiet %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -DLOOK='while (done == 0) MPI_Win_test(win, &done)' \
// RUN:   -Xclang -verify=quiet %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -DLOOK='int *flag = &done; if (!*flag) MPI_Win_wait(win)' \
// RUN:   -Xclang -verify=quiet %s
// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=quiet %s \
// RUN:   -DLOOK='for (; done != 1;) { MPI_Win_test(win, &done); if (done) break; }'
//
// MPI_Win_test ends an exposure where it says so: what others put may be under way until its flag is looked at.

// quiet-no-diagnostics

#include <mpi.h>
#include <stdio.h>

#ifndef LOOK
#define LOOK
#endif

int main(int argc, char **argv) {
  int *memory, done = 0, rank, value = 1, zero = 0;
  MPI_Win win;
  MPI_Group all, others, root;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_excl(all, 1, &zero, &others);
  MPI_Group_incl(all, 1, &zero, &root);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_start(others, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-note {{MPI_Put}}
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(root, 0, win); // expected-note {{both are in the epoch that this post opens}}
    MPI_Win_test(win, &done);
    LOOK;
    printf("%d\n", *memory); // expected-warning {{'*memory' is read while another process's MPI_Put at line 35 may still be writing it}}
    while (!done)
      MPI_Win_test(win, &done);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&others);
  MPI_Group_free(&root);
  MPI_Win_free(&win);
  MPI_Finalize();
}
