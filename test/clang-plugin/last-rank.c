// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// The last rank has no next one: that is told where each process surely names it.

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, v = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(400, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int right = rank + 1;
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Put is 'rank + 1', more than the last rank in some process [rma-bad-target]}}
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, right, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Put is 'right', more than the last rank in some process [rma-bad-target]}}
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, rank + 2, 0, win); // expected-warning {{the target of MPI_Win_lock is 'rank + 2', more than the last rank in some process [rma-bad-target]}}
  MPI_Win_unlock(rank + 2, win); // expected-warning {{the target of MPI_Win_unlock is 'rank + 2', more than the last rank in some process [rma-bad-target]}}

  // ---- quiet
  MPI_Win_fence(0, win);
  const int last = rank == size - 1;
  if (!last)
    MPI_Put(&v, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank < size - 1)
    MPI_Put(&v, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  int next = rank + 1;
  if (next == size)
    next = MPI_PROC_NULL;
  MPI_Put(&v, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, rank + 1 == size ? MPI_PROC_NULL : rank + 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int to = rank + 1; to < size; to++)
    MPI_Put(&v, 1, MPI_INT, to, rank, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  const int pairs = size - rank;
  for (int k = 1; k < pairs; k++)
    MPI_Put(&v, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank + 1 == size)
    goto done;
  MPI_Put(&v, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
done:
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (argc > 1) {
    const int half = size / 2;
    if (rank < half)
      MPI_Put(&v, 1, MPI_INT, rank + half, 0, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  if (rank == size - 1) {
    MPI_Finalize();
    return 0;
  }
  printf("%d\n", rank);
  MPI_Finalize();
  return 0;
}
