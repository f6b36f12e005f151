// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Post, start, complete, wait; also with test, and the roles on different ranks.
#include <mpi.h>

void pair(int rank, MPI_Group group) {
  int value = rank, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    value = 2;
  } else if (rank == 1) {
    MPI_Win_post(group, 0, win);
    value = 3;
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
}

void both(MPI_Group to, MPI_Group from, int peer, int steps) {
  int value = 0, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < steps; ++i) {
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    value = i;
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
}

void polling(MPI_Group from) {
  int mem = 0, flag = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_post(from, 0, win);
  while (!flag)
    MPI_Win_test(win, &flag);
  MPI_Win_free(&win);
}
